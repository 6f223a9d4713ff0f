import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'bundled/', '.vscode-test/', 'node_modules/'] },
  {
    files: ['src/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['**/*.mjs'],
    extends: [tseslint.configs.recommended],
  },
);

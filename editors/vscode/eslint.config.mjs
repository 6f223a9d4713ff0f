import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'bundled/', '.vscode-test/', 'node_modules/', 'test/*/'] },
  {
    files: ['src/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['**/*.mjs', 'media/*.js'],
    extends: [tseslint.configs.recommended],
  },
);

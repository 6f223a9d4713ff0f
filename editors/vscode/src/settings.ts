/** The settings of section `reachweaver`: which the server gets, and which documents it is told about. */

import * as vscode from 'vscode';
import type { DocumentSelector, TextDocumentFilter } from 'vscode-languageclient/node';

export const SECTION = 'reachweaver';
export const LANGUAGE = 'reachweaver';

/** The settings that the server knows, too. */
const OF_THE_SERVER = [
  'brand',
  'optout',
  'duplicateThreshold',
  'history.db',
  'history.days',
  'severity.error',
  'severity.review',
  'severity.warning',
  'checkOn',
  'workspaceCheck',
  'files',
  'reportSyntaxErrors',
];

/** What holds unless somebody says otherwise, and differs from the server's own defaults. */
export const DEFAULTS = { reportSyntaxErrors: false };

export type ImportStrategy = 'useBundled' | 'fromEnvironment';

/** A setting that is a text, without white space around it; empty when it is not set. */
export function text(name: string, scope?: vscode.ConfigurationScope): string {
  const value = vscode.workspace.getConfiguration(SECTION, scope).get<unknown>(name);
  return typeof value === 'string' ? value.trim() : '';
}

export function importStrategy(): ImportStrategy {
  return text('importStrategy', firstFolder()) === 'fromEnvironment' ? 'fromEnvironment' : 'useBundled';
}

/** The folder whose settings hold for what there is once in a window. */
export function firstFolder(): vscode.WorkspaceFolder | undefined {
  return vscode.workspace.workspaceFolders?.[0];
}

/**
 * The server's settings for a place, null where nobody set one: a default that VS Code shows must not beat what the
 * project's reachweaver.toml says.
 */
export function written(scope: vscode.Uri | undefined): Record<string, unknown> {
  const configuration = vscode.workspace.getConfiguration(SECTION, scope);
  return Object.fromEntries(
    OF_THE_SERVER.map((name) => {
      const known = configuration.inspect(name);
      return [name, known?.workspaceFolderValue ?? known?.workspaceValue ?? known?.globalValue ?? null];
    }),
  );
}

/** Which documents the server is told about: the files that the settings name, and the rules that those follow. */
export function documentSelector(): DocumentSelector {
  const scopes = vscode.workspace.workspaceFolders ?? [undefined];
  const patterns = new Set(['**/*.reachweaver.json', '**/*optout*.json', '**/*brand*.json']);
  for (const scope of scopes) {
    for (const pattern of filePatterns(scope)) {
      patterns.add(anywhere(pattern));
    }
    for (const name of [text('brand', scope), text('optout', scope)]) {
      if (name) {
        patterns.add(`**/${baseName(name)}`);
      }
    }
  }
  const filters: TextDocumentFilter[] = ['file', 'vscode-vfs'].flatMap((scheme) =>
    [...patterns].map((pattern) => ({ scheme, pattern })),
  );
  return [...filters, { scheme: 'untitled', language: LANGUAGE }, { scheme: 'untitled', language: 'json' }];
}

/** Whether a document is one that findings may be about. */
export function isOurs(document: vscode.TextDocument): boolean {
  if (document.languageId === LANGUAGE) {
    return true;
  }
  const filters = filePatterns(document.uri).map((pattern) => ({ scheme: 'file', pattern: anywhere(pattern) }));
  return vscode.languages.match(filters, document) > 0;
}

function filePatterns(scope: vscode.ConfigurationScope | undefined): string[] {
  const value = vscode.workspace.getConfiguration(SECTION, scope).get<unknown>('files');
  const listed: unknown[] = Array.isArray(value) ? value : [value];
  return listed.filter((pattern): pattern is string => typeof pattern === 'string' && pattern !== '');
}

/** A pattern that matches whole paths; the server looks closer. */
function anywhere(pattern: string): string {
  return /^(\*\*\/|\/|[a-z]:)/i.test(pattern) ? pattern : `**/${pattern}`;
}

/** The last part of a path, with nothing in it that a pattern takes for more than itself. */
function baseName(path: string): string {
  return path.replace(/^.*[\\/]/, '').replace(/[[\]{}*?!]/g, '?');
}

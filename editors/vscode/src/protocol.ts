/** What the server's commands answer, beside what the protocol itself defines. */

import * as vscode from 'vscode';

export interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

export interface Evidence {
  readonly id: string | null;
  readonly range: Range;
}

export interface Mark {
  readonly variant: number;
  /** Offsets into the variant's text, as the page names them; null for what is about the whole variant. */
  readonly start: number | null;
  readonly end: number | null;
  readonly range: Range;
}

/** A preview: the page's content, and where in the document what it shows stands. */
export interface Shown {
  readonly html: string;
  readonly variants: readonly { readonly index: number; readonly range: Range }[];
  readonly marks: readonly Mark[];
  readonly evidence: readonly Evidence[];
}

export function rangeOf({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

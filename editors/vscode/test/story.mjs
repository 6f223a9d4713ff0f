// A test that drives VS Code: each window that it opens leaves a picture of how it looked at the end, failed or not.

import { test } from 'node:test';

let current = '';
let windows = 0;

/** Declares a test, as node:test's own function does. */
export function story(title, tell) {
  test(title, (context) => {
    current = title.toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, 60).replace(/^-|-$/g, '');
    windows = 0;
    return tell(context);
  });
}

/** The name of the next window's picture. */
export function pictureName() {
  windows += 1;
  return windows === 1 ? current : `${current}-${windows}`;
}

// A test that drives VS Code: each window that it has opened leaves a picture of how it looked at the end, failed or not.

import { test } from 'node:test';

let name = '';
let windows = [];

/** Declares a test, as node:test's own function does. */
export function story(title, tell) {
  test(title, async (context) => {
    name = title.toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, 60).replace(/^-|-$/g, '');
    windows = [];
    let passed = false;
    try {
      await tell(context);
      passed = true;
    } finally {
      for (const window of windows) {
        await window.end(passed);
      }
    }
  });
}

/** Makes a window one of the story that is told now, and gives the name of its picture; none outside of stories. */
export function takePart(window) {
  if (name === '') {
    return '';
  }
  windows.push(window);
  return windows.length === 1 ? name : `${name}-${windows.length}`;
}

// The files that the tests open.

/** A campaign whose findings need no file beside it; escapes, emoji and combining marks stand before them. */
export const LAUNCH = {
  campaign_id: 'spring',
  cta_url: 'https://example.org/planner',
  evidence: [
    {
      id: 'notes',
      kind: 'release',
      claim: 'Planner 2.0 was released on 3 March 2026.',
      source_url: 'https://example.org/planner/releases/2.0',
      excerpt: 'Planner 2.0 adds queues. Saving a plan takes 30% less time than in 1.9.',
    },
    {
      id: 'bench',
      kind: 'benchmark',
      claim: 'Opening 7,500 plans took 90 ms.',
      source_url: 'https://example.org/planner/benchmarks',
    },
  ],
  variants: [
    {
      variant_id: 'x-1',
      platform: 'x',
      text: 'Planner 2.0 is now available 🌱👩‍💻 Saving takes 30% less time, not 45% less: https://example.org/planner',
      evidence_ids: ['notes'],
    },
    {
      variant_id: 'mastodon-1',
      platform: 'mastodon',
      text: 'We opened 7,500 plans in cafe\u0301s. The fastest planner there is',
      evidence_ids: ['notes'],
    },
  ],
};

export const BRAND = { name: 'Planner', required_disclosure: 'Written by the Planner team.', banned_phrases: ['game-changer'] };

/** A campaign with one post and nothing to find in it. */
export function quiet(text = 'Queues are here.') {
  return { campaign_id: 'quiet', variants: [{ variant_id: 'a', platform: 'mastodon', text, evidence_ids: [] }] };
}

/** The file's text, as `workspace` writes it. */
export function written(content) {
  return JSON.stringify(content, null, 2) + '\n';
}

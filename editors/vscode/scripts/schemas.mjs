// Turns the project's JSON Schemas into what an editor completes and explains with.
//
// What a file breaks, and which values a field takes, is the server's to say, with better words and a fix; a second
// message or offer from VS Code's JSON support would only be in the way. So names, types and descriptions stay, rules go.

const RULES = [
  'required', 'pattern', 'format', 'minItems', 'maxItems', 'minLength', 'maxLength', 'minimum', 'maximum',
  'uniqueItems', 'enum', 'propertyNames', 'not', 'anyOf', 'allOf', 'if', 'then', 'else', 'const',
];

/** The schema without its rules. */
export function editing(schema) {
  return { ...reduced(schema), $schema: 'http://json-schema.org/draft-07/schema#', $id: undefined };
}

/** One schema for files that are a campaign or a brand, told apart as the server tells them. */
export function either(campaign, brand) {
  const rules = Object.keys(brand.properties).filter((name) => !(name in campaign.properties) && name !== 'name');
  const isBrand = { not: { required: ['variants'] }, anyOf: rules.map((name) => ({ required: [name] })) };
  return {
    $schema: campaign.$schema,
    title: 'ReachWeaver campaign or brand',
    definitions: { campaign: nested(campaign, 'campaign'), brand: nested(brand, 'brand') },
    if: isBrand,
    then: { $ref: '#/definitions/brand' },
    else: { $ref: '#/definitions/campaign' },
  };
}

function reduced(schema) {
  if (Array.isArray(schema)) {
    return schema.map(reduced);
  }
  if (typeof schema !== 'object' || schema === null) {
    return schema;
  }
  const kept = Object.entries(schema).filter(([key]) => !RULES.includes(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, NAMED.includes(key) ? mapped(value) : reduced(value)]));
}

/** Keywords whose keys are names of the file's fields or of definitions, not keywords. */
const NAMED = ['properties', '$defs', 'definitions', 'patternProperties'];

function mapped(fields) {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, reduced(field)]));
}

/** A schema as a part of another: its references start there. */
function nested(schema, name) {
  const inside = JSON.stringify({ ...schema, $schema: undefined });
  return JSON.parse(inside.replaceAll('"#/$defs/', `"#/definitions/${name}/$defs/`));
}

/** The part of JSON Schema 2020-12 that is used here. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
};

/** The schema of an object. Tools accept and return only objects. */
export type ObjectSchema = Schema & { readonly type: 'object' };

/** The schemas of plain values. A value that is missing is null, never absent. */
export const VALUE_SCHEMAS = {
  text: { type: 'string' },
  number: { type: 'number' },
  count: { type: 'integer' },
  flag: { type: 'boolean' },
  textOrNull: { type: ['string', 'null'] },
  countOrNull: { type: ['integer', 'null'] },
  texts: { type: 'array', items: { type: 'string' } },
  /** An object with any keys. */
  anyObject: { type: 'object' },
} as const satisfies Record<string, Schema>;

export const listSchema = (items: Schema): Schema => ({ type: 'array', items });

/** An object with any keys and values of one schema. */
export const mapSchema = (additionalProperties: Schema): Schema => ({ type: 'object', additionalProperties });

/** A value of this schema, or null. */
export const nullableSchema = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });

/** An object with these properties; those in `optional` may be absent. Others are allowed, since later versions may add keys. */
export const objectSchema = (
  properties: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): ObjectSchema => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
});

/** An object that matches one of two schemas. */
export const eitherSchema = (...forms: readonly ObjectSchema[]): ObjectSchema => ({
  type: 'object',
  properties: Object.assign({}, ...forms.map(({ properties }) => properties)),
  anyOf: forms.map(({ required }) => ({ required: required ?? [] })),
});

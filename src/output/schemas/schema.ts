/** The part of JSON Schema 2020-12 that is used here; `T` is the type of its values. */
export type Schema<T = unknown> = {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  /** The type of the values, for TypeScript only. */
  readonly valueType?: T;
};

/** The schema of an object. Tools accept and return only objects. */
export type ObjectSchema<T = object> = Schema<T> & { readonly type: 'object' };

/** The type of the values of a schema. */
export type ValueOf<S> = S extends Schema<infer T> ? T : never;

type Properties = Readonly<Record<string, Schema>>;
type Flat<T> = { [K in keyof T]: T[K] };
type ValuesOf<P> = { readonly [K in keyof P]: ValueOf<P[K]> };

type KeysOfAny<T> = T extends unknown ? keyof T : never;
/** One of several objects: keys that only others have are undefined, so that each key can be read. */
export type OneOf<T, K extends PropertyKey = KeysOfAny<T>> = T extends unknown
  ? Flat<T & { readonly [Other in Exclude<K, keyof T>]?: undefined }>
  : never;

const text: Schema<string> = { type: 'string' };
const number: Schema<number> = { type: 'number' };
const count: Schema<number> = { type: 'integer' };
const flag: Schema<boolean> = { type: 'boolean' };
const textOrNull: Schema<string | null> = { type: ['string', 'null'] };
const numberOrNull: Schema<number | null> = { type: ['number', 'null'] };
const countOrNull: Schema<number | null> = { type: ['integer', 'null'] };
const texts: Schema<readonly string[]> = { type: 'array', items: text };
/** An object with any keys. */
const anyObject: ObjectSchema<Readonly<Record<string, unknown>>> = { type: 'object' };

/** The schemas of plain values. A value that is missing is null, never absent. */
export const VALUE_SCHEMAS = {
  text,
  number,
  count,
  flag,
  textOrNull,
  numberOrNull,
  countOrNull,
  texts,
  anyObject,
};

export const listSchema = <T>(items: Schema<T>): Schema<readonly T[]> => ({ type: 'array', items });

/** An object with any keys and values of one schema. */
export const mapSchema = <T>(additionalProperties: Schema<T>): Schema<Readonly<Record<string, T>>> => ({
  type: 'object',
  additionalProperties,
});

/** A value of this schema, or null. */
export const nullableSchema = <T>(schema: Schema<T>): Schema<T | null> => ({
  anyOf: [schema, { type: 'null' }],
});

/** An object with these properties; those in `optional` may be absent. Others are allowed, since later versions may add keys. */
export const objectSchema = <P extends Properties, O extends Properties = Record<never, never>>(
  properties: P,
  optional?: O,
): ObjectSchema<Flat<ValuesOf<P> & Partial<ValuesOf<O>>>> => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
});

/** An object that matches one of two schemas. */
export const eitherSchema = <F extends readonly ObjectSchema[]>(
  ...forms: F
): ObjectSchema<OneOf<ValueOf<F[number]>>> => ({
  type: 'object',
  properties: Object.assign({}, ...forms.map(({ properties }) => properties)),
  anyOf: forms.map(({ required }) => ({ required: required ?? [] })),
});

/** What each entry has: the other keys cost bytes in the list of tools, and are in each reply. */
const SMALL_ENTRY: Schema = { type: 'object', properties: { id: text, type: text, text } };

/** Returns a schema with small entries, without the keys of other objects, and without descriptions. */
export function condenseSchema({ type, items, properties, anyOf }: Schema): Schema {
  if (properties?.id && properties.type && properties.text && properties.why) return SMALL_ENTRY;
  if (anyOf && !type) return { type: anyOf.flatMap((one) => one.type ?? []) };
  return { ...(type ? { type } : {}), ...(items ? { items: condenseSchema(items) } : {}) };
}

/**
 * A table without a prototype, `{ __proto__: null, … }`: V8 keeps it as a hash table. To any other object it gives a new
 * shape for each property that is added, which in a start that asks for one of sixty takes longer than the answer.
 */
export type Dictionary<T> = T & { readonly __proto__?: null };

/** Returns an object with a value for each key. No zod: the web imports it. */
export const fromKeys = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>

/** Returns the keys of an object, typed. */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[]

/** Returns the named properties of an object. */
export const pick = <T extends object, K extends keyof T & string>(from: T, keys: readonly K[]) =>
  fromKeys(keys, (key) => from[key]) as Pick<T, K>

/** Returns 128 random bits as hex. Over plain HTTP crypto.randomUUID does not exist. */
export const createIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

import type { Answer, Client } from './testApp.ts'

export type Query = Record<string, string>

const url = (tipo: string, query: Query) => `/api/importar/${tipo}?${new URLSearchParams(query).toString()}`

/** A sheet as CSV, a row a line, and what is said of it. */
export const csv = (...rows: (string | number)[][]) =>
  Buffer.from(
    rows.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\r\n'),
  )

export const send = (
  client: Client,
  tipo: string,
  bytes: Uint8Array,
  query: Query = {},
  key?: string,
): Promise<Answer> =>
  client.send({
    method: 'POST',
    url: url(tipo, query),
    payload: Buffer.from(bytes),
    headers: { 'content-type': 'application/octet-stream', ...(key && { 'idempotency-key': key }) },
  })

/** What would happen. */
export const review = async (client: Client, tipo: string, bytes: Uint8Array, query: Query = {}) => {
  const { status, body } = await send(client, tipo, bytes, query)
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body.data
}

/** Brings it in. */
export const bring = (client: Client, tipo: string, bytes: Uint8Array, query: Query = {}, key?: string) =>
  send(client, tipo, bytes, { ...query, prueba: 'no' }, key)

export const undo = (client: Client, id: number, body: object = {}) =>
  client.post(`/api/importaciones/${id}/deshacer`, body)

/** What is wrong, briefly: row, column, field and sentence. */
export const wrongIn = (
  detalle: { fila: number; columna: string | null; campo: string | null; mensaje: string }[],
) => detalle.map(({ fila, columna, campo, mensaje }) => [fila, columna, campo, mensaje])

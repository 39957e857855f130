import type { ApiResponse, Client } from './testApp.ts'

export type ImportQuery = Record<string, string>

const importUrl = (tipo: string, query: ImportQuery) =>
  `/api/importar/${tipo}?${new URLSearchParams(query).toString()}`

/** Returns a CSV with every cell in quotes. */
export const csv = (...rows: (string | number)[][]) =>
  Buffer.from(
    rows.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\r\n'),
  )

export const postSheet = (
  client: Client,
  tipo: string,
  bytes: Uint8Array,
  query: ImportQuery = {},
  key?: string,
): Promise<ApiResponse> =>
  client.send({
    method: 'POST',
    url: importUrl(tipo, query),
    payload: Buffer.from(bytes),
    headers: { 'content-type': 'application/octet-stream', ...(key && { 'idempotency-key': key }) },
  })

/** Posts a sheet as a preview. @returns the preview @throws {Error} unless the status is 200 */
export const previewImport = async (
  client: Client,
  tipo: string,
  bytes: Uint8Array,
  query: ImportQuery = {},
) => {
  const { status, body } = await postSheet(client, tipo, bytes, query)
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body.data
}

/** Posts a sheet as an import. */
export const runImport = (
  client: Client,
  tipo: string,
  bytes: Uint8Array,
  query: ImportQuery = {},
  key?: string,
) => postSheet(client, tipo, bytes, { ...query, prueba: 'no' }, key)

export const undoImport = (client: Client, id: number, body: object = {}) =>
  client.post(`/api/importaciones/${id}/deshacer`, body)

/** Returns row, column, field and message of each error. */
export const listErrors = (
  detalle: { fila: number; columna: string | null; campo: string | null; mensaje: string }[],
) => detalle.map(({ fila, columna, campo, mensaje }) => [fila, columna, campo, mensaje])

import { readSheets } from './readXlsx.ts'
import type { Client, TestApp } from './testApp.ts'

// Expected spreadsheet of a report.

export const reporteHeader = [
  'Periodo',
  'Total de Rutas',
  'Pendientes',
  'En Curso',
  'Entregadas',
  'Incidentes',
  'Ingresos Totales',
]
export const viajesHeader = [
  'No. Ruta',
  'Fecha',
  'Hora',
  'Cliente',
  'Servicio',
  'Mercadería',
  'Placa',
  'Origen',
  'Destino',
  'Piloto',
  'Ayudante',
  'Combustible (gal)',
  'Precio (Q)',
  'Estado',
  'Comentario',
]

/** Returns the exported file and its headers. */
export const fetchReporteExport = async (from: TestApp, { token }: Client, query = '') => {
  const answer = await from.app.inject({
    url: `/api/reportes/exportar?${query}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, headers: answer.headers, file: answer.rawPayload }
}

/** Returns the file name and the cells of an exported list. */
export async function readListExport(app: TestApp['app'], { token }: Client, url: string) {
  const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  if (answer.statusCode !== 200) throw new Error(`GET ${url} returned ${answer.statusCode}: ${answer.body}`)
  const [rows = []] = (await readSheets(answer.rawPayload)).rows
  const [, name] = /filename="(.+)"/.exec(String(answer.headers['content-disposition'])) ?? []
  return { name, titles: rows[0] ?? [], rows: rows.slice(1) }
}

import type { Client, TestApp } from './testApp.ts'

// The spreadsheet of a report, as it is to be.

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

/** The file, and how it came. */
export const fetchReporteExport = async (from: TestApp, { token }: Client, query = '') => {
  const answer = await from.app.inject({
    url: `/api/reportes/exportar?${query}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, headers: answer.headers, file: answer.rawPayload }
}

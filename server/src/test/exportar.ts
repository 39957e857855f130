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

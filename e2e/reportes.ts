import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { APIRequestContext, Page } from '@playwright/test'
import { aCrew, aRuta } from './rutas.ts'
import type { Login } from './support.ts'

export const reportes = /\/api\/reportes(\?|$)/
export const exportar = /\/api\/reportes\/exportar/

/** Returns a report row of a day with delivered trips. */
export const aRow = (periodo: string, total_rutas = 2, ingresos_totales = 100.25) => ({
  periodo,
  total_rutas,
  rutas_pendientes: 0,
  rutas_en_curso: 0,
  rutas_entregadas: total_rutas,
  rutas_incidentes: 0,
  ingresos_totales,
})

/** Mocks the report's rows. */
export const mockRows = (page: Page, rows: object[]) =>
  page.route(reportes, (route) =>
    route.fulfill({ json: { success: true, message: '', data: rows, count: rows.length } }),
  )

/** Creates trips of Q100.10 on these days, in a year without trips of other tests. */
export async function createTripsOn(request: APIRequestContext, login: Login, days: readonly string[]) {
  const crew = await aCrew(request, login)
  const rutas = []
  for (const [index, fecha] of days.entries()) {
    const estado = (['Entregado', 'Incidente', 'Pendiente', 'En curso'] as const)[index % 4]
    rutas.push(await aRuta(request, login, crew, { fecha, estado, precio: 100.1 }))
  }
  return { crew, rutas }
}

/** Starts an export server whose responses the test controls, and redirects exports to it. */
export async function startExportServer(page: Page) {
  let answers: ServerResponse[] = []
  const server = createServer((request, response) => {
    answers.push(response)
    response.writeHead(200, {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="reporte_mes_2026-11-20.${request.url?.includes('pdf') ? 'pdf' : 'xlsx'}"`,
    })
    response.flushHeaders()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await page.route(exportar, (route) => {
    const { search } = new URL(route.request().url())
    return route.continue({ url: `http://127.0.0.1:${port}/${search}` })
  })
  const latest = async () => {
    while (answers.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    return answers.at(-1)!
  }
  return {
    requestCount: () => answers.length,
    send: async (bytes: number | string) =>
      (await latest()).write(typeof bytes === 'string' ? bytes : Buffer.alloc(bytes)),
    end: async () => (await latest()).end(),
    break: async () => (await latest()).destroy(),
    /** Resolves when the browser has closed the connection. */
    left: async () => {
      const answer = await latest()
      if (!answer.destroyed) await once(answer, 'close')
    },
    close: () => {
      server.closeAllConnections()
      server.close()
      answers = []
    },
  }
}

/** A PDF of one empty page. */
export const emptyPdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>endobj
trailer<</Size 4/Root 1 0 R>>
%%EOF`

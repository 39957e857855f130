import { type Browser, type CDPSession, chromium, request } from '@playwright/test'
import { chromiumArgs, findChromium } from '../scripts/setup/chromium.mjs'
import { median } from '../scripts/statistics.ts'
import { startServer } from './isolatedServer.ts'
import { logIn, storageOf } from './support.ts'

// Prints the median times to draw the board of 300 trucks with three trips each. Usage: npm run bench:board [-- draws]

const draws = Number(process.argv[2] ?? 7)
/** The slowdown of docs/performance.md. */
const cpuSlowdown = 6

const fecha = '2027-06-15'
/** Returns a mocked response of the board. */
function boardResponse() {
  const aTrip = (id: number, hour: string, chofer_id: number) => ({
    id,
    no_ruta: `RUTA-${id}`,
    desde: `${fecha}T${hour}:00:00.000Z`,
    hasta: `${fecha}T${String(Number(hour) + 5).padStart(2, '0')}:30:00.000Z`,
    cliente: 'Distribuidora La Fragua',
    destino: 'Quetzaltenango',
    chofer_id,
    piloto: `José Luis Pérez ${chofer_id}`,
    ayudante_id: null,
    estado: 'Pendiente',
    version: 1,
    avisos: [],
  })
  const camiones = Array.from({ length: 300 }, (_, index) => ({
    id: index + 1,
    placa: `C-${100 + index}BBB`,
    estado: 'libre',
    rutas: ['06', '12', '18'].map((hour, turn) => aTrip(index * 3 + turn + 1, hour, index + 1)),
  }))
  return { success: true, message: '', data: { fecha, camiones, pilotos_libres: [], sin_cerrar: [] } }
}

async function read(devtools: CDPSession) {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

/** Returns the main thread's ms to draw the board from its response, including the drag code. */
async function draw(
  browser: Browser,
  options: { baseURL: string; storageState: ReturnType<typeof storageOf> },
  rate: number,
) {
  const context = await browser.newContext({ ...options, viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/tablero*', async (route) => {
    await released
    await route.fulfill({ json: boardResponse() })
  })
  await page.goto(`/tablero?fecha=${fecha}`)
  await page.getByText('Cargando el tablero').waitFor()
  await page.waitForTimeout(500 * rate)
  const before = await read(devtools)
  release()
  // Polling the page would add script time to the measurement.
  await page.waitForTimeout(800 * rate)
  const after = await read(devtools)
  const spent = (name: string) => (after[name] ?? 0) - (before[name] ?? 0)
  await context.close()
  return {
    script: spent('ScriptDuration') * 1000,
    layout: (spent('LayoutDuration') + spent('RecalcStyleDuration')) * 1000,
    nodes: spent('Nodes'),
  }
}

const { address, stop } = await startServer()
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArgs })
try {
  const api = await request.newContext({ baseURL: address })
  const options = { baseURL: address, storageState: storageOf(address, await logIn(api)) }
  await api.dispose()
  for (const rate of [1, cpuSlowdown]) {
    const drawn: Awaited<ReturnType<typeof draw>>[] = []
    for (let turn = 0; turn < draws; turn += 1) drawn.push(await draw(browser, options, rate))
    const medianOf = (name: keyof (typeof drawn)[number]) =>
      Math.round(median(drawn.map((each) => each[name])))
    process.stdout.write(
      `${rate} × slower CPU: script ${medianOf('script')} ms (${drawn.map(({ script }) => Math.round(script)).join(', ')}), style and layout ${medianOf('layout')} ms, ${medianOf('nodes')} nodes\n`,
    )
  }
} finally {
  await browser.close()
  await stop()
}

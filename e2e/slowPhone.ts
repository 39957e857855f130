import { type Browser, type BrowserContextOptions, chromium, request } from '@playwright/test'
import { chromiumArgs, findChromium } from '../scripts/setup/chromium.mjs'
import { startServer } from './ownServer.ts'
import { aRuta, type Office, onPhone, type Piloto } from './piloto.ts'
import { aPiloto, type Login, logIn, storageOf } from './support.ts'

// The pilot's page on a cheap phone and a bad line, cold, again and again: prints the medians.
// Usage: npm run bench:phone [-- loads]

const loads = Number(process.argv[2] ?? 7)
/** As quality.md has it: 1.6 Mbit/s, 150 ms, a processor six times slower. */
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }
const slowdown = 6
/** What a busy pilot has open and has done this week: a page of the call. */
const open = 10
const done = 40

/** What is seen from inside the page, in ms since the visit began. */
interface Seen {
  usable: number
  painted: number
  shift: number
  interaction: number
}

/** Runs in the page before any of its scripts. */
function watch() {
  const seen = { usable: 0, painted: 0, shift: 0, interaction: 0 }
  Object.assign(window, { seen })
  const observe = (type: string, take: (entry: PerformanceEntry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    })
  observe('paint', ({ startTime }) => {
    seen.painted = startTime
  })
  observe('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value
  })
  const keep = ({ duration }: PerformanceEntry) => {
    seen.interaction = Math.max(seen.interaction, duration)
  }
  observe('event', keep, { durationThreshold: 16 })
  const look = () => {
    if (!document.querySelector('article button')) return requestAnimationFrame(look)
    // The frame after the one that has it: by then it is painted.
    return requestAnimationFrame(() => {
      seen.usable = performance.now()
    })
  }
  look()
}

/** One visit by a phone that has never been here. */
async function visit(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext({ ...onPhone, ...options })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Performance.enable')
  let bytes = 0
  let requests = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  await devtools.send('Network.emulateNetworkConditions', line)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(watch)
  await page.goto('/piloto-rutas', { waitUntil: 'commit' })
  await page.waitForFunction(() => (window as unknown as { seen: Seen }).seen.usable > 0)
  const { metrics } = await devtools.send('Performance.getMetrics')
  const script = metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
  await page
    .getByRole('button', { name: /^Cambiar Estado/ })
    .first()
    .tap()
  await page.getByText('Incidente', { exact: true }).last().tap()
  await page.getByLabel('Comentario').pressSequentially('Llanta', { delay: 50 })
  await page.waitForTimeout(500)
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen)
  await context.close()
  return { ...seen, script: script * 1000, requests, kilobytes: bytes / 1024 }
}

async function makeRutas(office: Office, who: Piloto) {
  for (let index = 0; index < open; index += 1) await aRuta(office, who, { away: index })
  for (let index = 0; index < done; index += 1)
    await aRuta(office, who, { away: -(index % 7), estado: 'Entregado' })
}

/** The pilot's own session, as a browser keeps it. */
async function pilotWithRutas(address: string): Promise<Login> {
  const api = await request.newContext({ baseURL: address })
  const office = { request: api, login: await logIn(api) }
  const who = await aPiloto(api, office.login)
  await makeRutas(office, who)
  const session = await logIn(api, who)
  await api.dispose()
  return session
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const { address, stop } = await startServer()
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArgs })
try {
  const storageState = storageOf(address, await pilotWithRutas(address))
  const visits: Awaited<ReturnType<typeof visit>>[] = []
  for (let turn = 0; turn < loads; turn += 1)
    visits.push(await visit(browser, { baseURL: address, storageState }))
  const told = (name: keyof (typeof visits)[number], digits = 0) =>
    median(visits.map((each) => each[name])).toFixed(digits)
  process.stdout.write(`${loads} cold loads at 1.6 Mbit/s, 150 ms, ${slowdown} × slower CPU; medians
first paint   ${told('painted')} ms
usable        ${told('usable')} ms (${visits.map(({ usable }) => Math.round(usable)).join(', ')})
script until  ${told('script')} ms
requests      ${told('requests')}, ${told('kilobytes', 1)} KB on the wire
layout shift  ${told('shift', 3)}
interaction   ${told('interaction')} ms at most\n`)
} finally {
  await browser.close()
  await stop()
}

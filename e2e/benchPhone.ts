import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  request,
} from '@playwright/test'
import { chromiumArgs, findChromium } from '../scripts/setup/chromium.mjs'
import { median } from '../scripts/statistics.ts'
import { recordTraffic, startBaselinePage } from './baselinePage.ts'
import { startFaultProxy } from './faultProxy.ts'
import { startServer } from './isolatedServer.ts'
import { cachedUserIds } from './phone.ts'
import { aRuta, type Office, type Piloto, phoneOptions, waitForPrecache } from './piloto.ts'
import { aPiloto, type Login, logIn, storageOf } from './support.ts'

// Prints the median load times of the pilot's page on a slow phone and connection, with an empty cache. For comparison
// it also measures a baseline page of the same weight and the precached page offline.
// Usage: npm run bench:phone [-- loads]

const loads = Number(process.argv[2] ?? 7)
/** The profile of docs/performance.md: 1.6 Mbit/s, 150 ms latency, a CPU six times slower. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }
const cpuSlowdown = 6
/** Trips of a busy pilot, open and of this week: one page of the response. */
const openRutas = 10
const doneRutas = 40

/** Times measured inside the page, in ms since navigation started. */
interface PageTimings {
  usable: number
  painted: number
  shift: number
  interaction: number
}

/** Runs in the page before its own scripts. */
function recordTimings() {
  const timings = { usable: 0, painted: 0, shift: 0, interaction: 0 }
  Object.assign(window, { timings })
  const observe = (type: string, take: (entry: PerformanceEntry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    })
  observe('paint', ({ startTime }) => {
    timings.painted = startTime
  })
  observe('layout-shift', (entry) => {
    timings.shift += (entry as PerformanceEntry & { value: number }).value
  })
  const keep = ({ duration }: PerformanceEntry) => {
    timings.interaction = Math.max(timings.interaction, duration)
  }
  observe('event', keep, { durationThreshold: 16 })
  const look = () => {
    if (!document.querySelector('article button')) return requestAnimationFrame(look)
    // The browser has painted the change when the next frame starts.
    return requestAnimationFrame(() => {
      timings.usable = performance.now()
    })
  }
  look()
}

/** Opens a page whose context keeps its cache, and returns the page with its recorders. */
async function openThrottledPage(context: BrowserContext) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Performance.enable')
  const resources = recordTraffic(devtools)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.addInitScript(recordTimings)
  return { page, devtools, resources }
}

const waitUntilUsable = async (page: Page) => {
  await page.waitForFunction(() => (window as unknown as { timings: PageTimings }).timings.usable > 0)
  return page.evaluate(() => (window as unknown as { timings: PageTimings }).timings)
}

/** Measures a visit with an empty cache. */
async function visit(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext({ ...phoneOptions, ...options })
  const { page, devtools, resources } = await openThrottledPage(context)
  await devtools.send('Network.emulateNetworkConditions', slowNetwork)
  await page.goto('/piloto-rutas', { waitUntil: 'commit' })
  await waitUntilUsable(page)
  const { metrics } = await devtools.send('Performance.getMetrics')
  const script = metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
  // Only the requests until now: the worker's precache follows.
  const before = [...resources]
  await page
    .getByRole('button', { name: /^Cambiar Estado/ })
    .first()
    .tap()
  await page.getByText('Incidente', { exact: true }).last().tap()
  await page.getByLabel('Comentario').pressSequentially('Llanta', { delay: 50 })
  await page.waitForTimeout(500)
  const timings = await waitUntilUsable(page)
  await context.close()
  const kilobytes = before.reduce((sum, { bytes }) => sum + bytes, 0) / 1024
  return { ...timings, script: script * 1000, requests: before.length, kilobytes, resources: before }
}

/** Measures the baseline page on the same phone and connection. */
async function visitBaseline(browser: Browser, address: string) {
  const context = await browser.newContext({ ...phoneOptions, baseURL: address })
  const { page, devtools, resources } = await openThrottledPage(context)
  await devtools.send('Network.emulateNetworkConditions', slowNetwork)
  await page.goto('/', { waitUntil: 'commit' })
  const { usable, painted } = await waitUntilUsable(page)
  await context.close()
  const kilobytes = resources.reduce((sum, { bytes }) => sum + bytes, 0) / 1024
  return { usable, painted, requests: resources.length, kilobytes }
}

/** Measures the precached page, opened repeatedly while offline. */
async function visitOffline(browser: Browser, address: string, session: Login) {
  const proxy = await startFaultProxy(address)
  const context = await browser.newContext({
    ...phoneOptions,
    baseURL: proxy.address,
    storageState: storageOf(proxy.address, session),
  })
  const first = await context.newPage()
  await first.goto('/piloto-rutas')
  await waitForPrecache(first)
  while ((await cachedUserIds(first)).length === 0) await first.waitForTimeout(100)
  await first.close()
  proxy.setRule('cut')
  const timings: PageTimings[] = []
  for (let turn = 0; turn < loads; turn += 1) {
    const { page } = await openThrottledPage(context)
    await page.goto('/', { waitUntil: 'commit' })
    timings.push(await waitUntilUsable(page))
    await page.close()
  }
  await context.close()
  proxy.close()
  return timings
}

async function makeRutas(office: Office, who: Piloto) {
  for (let index = 0; index < openRutas; index += 1) await aRuta(office, who, { away: index })
  for (let index = 0; index < doneRutas; index += 1)
    await aRuta(office, who, { away: -(index % 7), estado: 'Entregado' })
}

/** Returns the session of a pilot with trips. */
async function pilotWithRutas(address: string): Promise<Login> {
  const api = await request.newContext({ baseURL: address })
  const office = { request: api, login: await logIn(api) }
  const who = await aPiloto(api, office.login)
  await makeRutas(office, who)
  const session = await logIn(api, who)
  await api.dispose()
  return session
}

const medianFormatter =
  <Each extends object>(visits: readonly Each[]) =>
  (name: keyof Each, digits = 0) =>
    median(visits.map((each) => Number(each[name]))).toFixed(digits)

/** Formats every value, so that their spread shows how quiet the machine was. */
const formatUsable = (visits: readonly { usable: number }[]) =>
  `${medianFormatter(visits)('usable')} ms (${visits.map(({ usable }) => Math.round(usable)).join(', ')})`

const { address, stop } = await startServer()
const browser = await chromium.launch({ executablePath: findChromium() ?? '', args: chromiumArgs })
try {
  const session = await pilotWithRutas(address)
  const storageState = storageOf(address, session)
  const visits: Awaited<ReturnType<typeof visit>>[] = []
  const floors: Awaited<ReturnType<typeof visitBaseline>>[] = []
  // Alternates both pages, so that noise affects both.
  for (let turn = 0; turn < loads; turn += 1) {
    const timings = await visit(browser, { baseURL: address, storageState })
    visits.push(timings)
    const floor = await startBaselinePage(timings.resources)
    floors.push(await visitBaseline(browser, floor.address))
    floor.close()
  }
  const offlineVisits = await visitOffline(browser, address, session)
  const formatMedian = medianFormatter(visits)
  const bare = medianFormatter(floors)
  process.stdout.write(`${loads} cold loads at 1.6 Mbit/s, 150 ms, ${cpuSlowdown} × slower CPU; medians
first paint   ${formatMedian('painted')} ms
usable        ${formatUsable(visits)}
script until  ${formatMedian('script')} ms
requests      ${formatMedian('requests')}, ${formatMedian('kilobytes', 1)} KB on the wire
layout shift  ${formatMedian('shift', 3)}
interaction   ${formatMedian('interaction')} ms at most
A page of the same weight that does nothing
usable        ${formatUsable(floors)}
requests      ${bare('requests')}, ${bare('kilobytes', 1)} KB on the wire
The kept page where no line holds, ${cpuSlowdown} × slower CPU
first paint   ${medianFormatter(offlineVisits)('painted')} ms
usable        ${formatUsable(offlineVisits)}\n`)
} finally {
  await browser.close()
  await stop()
}

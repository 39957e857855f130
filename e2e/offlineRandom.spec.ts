import { expect, type Page } from '@playwright/test'
import type { Fault } from './faultProxy.ts'
import { logInOnPhone, type Phone, offlineTest as test } from './phone.ts'
import {
  addPhoto,
  aRuta,
  cardOf,
  changeRuta,
  fetchFiles,
  fetchHistorial,
  type Office,
  openEstadoDialog,
  type Piloto,
} from './piloto.ts'
import { aPiloto } from './support.ts'

// Random rounds with random network faults and browser kills: nothing is lost, nothing arrives twice. `npm run
// test:offline` plays 200 rounds and reports each. ROUNDS sets the number, OFFLINE_SEED repeats a run.

test.use({ anonymous: true })

const rounds = Number(process.env.ROUNDS ?? 4)
const seed = Number(process.env.OFFLINE_SEED ?? process.env.MODEL_SEED ?? Date.now() % 2 ** 31)
/** Milliseconds after which a round counts as stalled. */
const maxRoundMs = 240_000

/** Returns a seeded generator of numbers from 0 to 1 (mulberry32). */
function randomOf(start: number) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Random actions of the pilot. */
const random = randomOf(seed)
/** Random faults of requests, a sequence of their own: the number of requests depends on the machine. */
const randomFault = randomOf(seed + 1)

const bad: Fault[] = ['pass', 'pass', 'cut', 'cut', 'lost', 'lost', 'page', 'silent']

interface Round {
  nth: number
  ruta: Awaited<ReturnType<typeof aRuta>>
  /** Comments of changes and names of photos that the phone has confirmed. */
  confirmed: string[]
  photos: string[]
  kills: number
  /** Requests on the connection, to trace a lost change. */
  trace: string[]
}

/** Plays a pilot's actions on a route with faults and kills, and returns the page open at the end. */
async function drive(phone: Phone, page: Page, round: Round): Promise<Page> {
  const { nth, confirmed, photos, trace } = round
  const { number } = round.ruta
  phone.line.setRule(({ method, url }) => {
    if (!/\/(piloto|salud|auth)/.test(url)) return 'pass'
    const fault = bad[Math.floor(randomFault() * bad.length)] ?? 'pass'
    if (method !== 'GET') trace.push(`${fault} ${method} ${url}`)
    return fault
  })
  for (let step = 0; step < 1 + Math.floor(random() * 3); step += 1) {
    const comentario = `vuelta ${nth} paso ${step}`
    if (random() < 0.4) {
      await addPhoto(page, number, `${comentario}.png`)
      photos.push(`${comentario}.png`)
      trace.push(`kept ${comentario}.png`)
    }
    const dialog = await openEstadoDialog(page, number, step % 2 ? 'Pendiente' : 'En curso', comentario)
    await dialog.getByRole('button', { name: 'Guardar' }).tap()
    await expect(dialog).toBeHidden()
    confirmed.push(comentario)
    trace.push(`kept ${comentario}`)
    if (random() < 0.3) {
      // Kill the browser while it sends the queue.
      await new Promise((later) => setTimeout(later, random() * 500))
      await phone.kill()
      trace.push('killed')
      round.kills += 1
      page = await phone.open('/')
      await expect(cardOf(page, number)).toBeVisible()
    }
  }
  return page
}

/** Ends the faults and waits until the queue is empty. */
async function arrive(phone: Phone, page: Page) {
  phone.line.setRule('pass')
  const refresh = page.getByRole('button', { name: 'Actualizar' })
  // An unanswered request only times out, and the next run sends it again. A page of another server is retried too.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    if (await refresh.isEnabled()) await refresh.tap()
    await expect(page.getByText(/^Actualizado a las/)).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 120_000 })
}

/** Expects each change and photo in the office, in order and once. */
async function expectInOffice(office: Office, { nth, ruta, confirmed, photos, trace }: Round) {
  const context = `seed ${seed}, round ${nth}, ${trace.join('\n')}`
  const comments = (await fetchHistorial(office, ruta.id)).map(({ comentario }) => comentario)
  expect(comments.filter((each) => each?.startsWith('vuelta')).reverse(), context).toEqual(confirmed)
  expect((await fetchFiles(office, ruta.id)).map(({ nombre }) => nombre).sort(), context).toEqual(photos)
  return comments.length
}

/** Closes the trip as the office does, so that the phone's list stays short. */
async function closeTrip(office: Office, { ruta, confirmed }: Round) {
  const fecha = new Date(Date.parse(ruta.body.fecha) - 30 * 86_400_000).toISOString().slice(0, 10)
  const version = ruta.version + confirmed.length
  await changeRuta(office, { ...ruta, version }, { estado: 'Entregado', fecha })
}

async function within<T>(nth: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error(`Seed ${seed}: round ${nth} stalled`)), maxRoundMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function play(phone: Phone, page: Page, round: Round, office: Office): Promise<Page> {
  await expect(async () => {
    await page.getByRole('button', { name: 'Actualizar' }).tap()
    await expect(cardOf(page, round.ruta.number)).toBeVisible({ timeout: 5000 })
  }).toPass({ timeout: 60_000 })
  const open = await drive(phone, page, round)
  await arrive(phone, open)
  expect(await expectInOffice(office, round)).toBe(round.confirmed.length + 1)
  await closeTrip(office, round)
  return open
}

const sum = (played: readonly Round[]) => ({
  changes: played.reduce((count, { confirmed }) => count + confirmed.length, 0),
  photos: played.reduce((count, { photos }) => count + photos.length, 0),
  kills: played.reduce((count, { kills }) => count + kills, 0),
})

/** Prints a line of progress when ROUNDS is set. */
function report(line: string) {
  if (process.env.ROUNDS) process.stdout.write(`${line}\n`)
}

test(`${rounds} rounds with faults: lose and repeat nothing`, async ({ phone, request, login }) => {
  test.setTimeout(120_000 + rounds * maxRoundMs)
  const office = { request, login }
  const who: Piloto = await aPiloto(request, login)
  await logInOnPhone(phone, who)
  phone.hurry(8)
  let page = await phone.open('/')
  const played: Round[] = []
  for (let nth = 0; nth < rounds; nth += 1) {
    const began = Date.now()
    const round: Round = {
      nth,
      ruta: await aRuta(office, who),
      confirmed: [],
      photos: [],
      kills: 0,
      trace: [],
    }
    page = await within(nth, play(phone, page, round, office))
    played.push(round)
    const { changes, photos, kills } = sum([round])
    report(`round ${nth}: ${changes} changes, ${photos} photos, ${kills} kills, ${Date.now() - began} ms`)
  }
  // A duplicate may arrive late.
  for (const round of played) expect(await expectInOffice(office, round)).toBe(round.confirmed.length + 2)
  const { changes, photos, kills } = sum(played)
  report(
    `seed ${seed}, ${rounds} rounds: ${changes} changes, ${photos} photos, ${kills} kills; 0 lost, 0 doubled`,
  )
})

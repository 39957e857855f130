import { expect } from '@playwright/test'
import type { Fate } from './line.ts'
import { enterOn, roadTest as test } from './phone.ts'
import { addPhoto, aRuta, decide, filesOf, historyOf } from './piloto.ts'
import { aPiloto } from './support.ts'

// N rounds at random on a line that breaks at random and a browser that is killed at random: nothing is lost, nothing
// comes twice. `npm run test:road` plays 200; ROUNDS and ROAD_SEED say another number, and the same again.

test.use({ anonymous: true })

const rounds = Number(process.env.ROUNDS ?? 4)
const seed = Number(process.env.ROAD_SEED ?? process.env.MODEL_SEED ?? Date.now() % 2 ** 31)

/** The same numbers for the same seed, 0 to 1 (mulberry32). */
function randomOf(start: number) {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

test(`${rounds} rounds on a bad road`, async ({ phone, request, login }) => {
  test.setTimeout(60_000 + rounds * 120_000)
  const office = { request, login }
  const who = await aPiloto(request, login)
  const random = randomOf(seed)
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const bad: Fate[] = ['pass', 'pass', 'cut', 'cut', 'lost', 'lost', 'page', 'silent']
  await enterOn(phone, who)
  phone.hurry(8)
  let page = await phone.open('/')
  for (let round = 0; round < rounds; round += 1) {
    const { id, number } = await aRuta(office, who)
    const card = page.getByRole('article', { name: `Ruta ${number}` })
    await expect(async () => {
      await page.getByRole('button', { name: 'Actualizar' }).tap()
      await expect(card).toBeVisible({ timeout: 5000 })
    }).toPass({ timeout: 60_000 })
    phone.line.obey(({ url }) => (/\/(piloto|salud|auth)/.test(url) ? one(bad) : 'pass'))
    const decided: string[] = []
    const taken: string[] = []
    for (let step = 0; step < 1 + Math.floor(random() * 3); step += 1) {
      const comentario = `vuelta ${round} paso ${step}`
      if (random() < 0.4) {
        await addPhoto(page, number, `${comentario}.png`)
        taken.push(`${comentario}.png`)
      }
      const dialog = await decide(page, number, step % 2 ? 'Pendiente' : 'En curso', comentario)
      await dialog.getByRole('button', { name: 'Guardar' }).tap()
      await expect(dialog).toBeHidden()
      decided.push(comentario)
      if (random() < 0.3) {
        await phone.kill()
        page = await phone.open('/')
        await expect(page.getByRole('article', { name: `Ruta ${number}` })).toBeVisible()
      }
    }
    phone.line.obey('pass')
    // What is silent still gets no answer: then the next run sends it.
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await expect(page.getByText(/^Actualizado a las/)).toBeVisible({ timeout: 10_000 })
    }).toPass({ timeout: 120_000 })
    const said = `seed ${seed}, round ${round}`
    const arrived = (await historyOf(office, id)).map(({ comentario }) => comentario).reverse()
    expect(arrived.slice(1), said).toEqual(decided)
    expect((await filesOf(office, id)).map(({ nombre }) => nombre).sort(), said).toEqual(taken)
  }
})

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { chromiumArgs, findHeadless } from '../scripts/setup/chromium.mjs'
import { startFaultProxy } from './faultProxy.ts'
import { type Piloto, phoneOptions, waitForPrecache } from './piloto.ts'
import { test, typeLogin } from './support.ts'

/** The processes of the browser that keeps this folder: its own, and its children, which end with it. */
function processesOf(folder: string): { id: number; isOwn: boolean }[] {
  const commandOf = (id: string) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8')
    } catch {
      // It has ended meanwhile.
      return ''
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ id: Number(name), command: commandOf(name) }))
    .filter(({ command }) => command.includes(`--user-data-dir=${folder}`))
    .map(({ id, command }) => ({ id, isOwn: !command.includes('--type=') }))
}

/** A phone with a disk of its own, whose browser can be killed and opened again, on a line of its own. */
async function openPhone(target: string) {
  const folder = mkdtempSync(join(tmpdir(), 'flota-phone-'))
  const faultProxy = await startFaultProxy(target)
  let context: BrowserContext | undefined
  let speedup = 1
  const open = async (path = '/'): Promise<Page> => {
    context = await chromium.launchPersistentContext(folder, {
      ...phoneOptions,
      executablePath: findHeadless() ?? '',
      args: chromiumArgs,
      locale: 'es-GT',
      timezoneId: 'Asia/Tokyo',
      baseURL: faultProxy.address,
    })
    await context.addInitScript((times) => {
      const wait = window.setTimeout.bind(window)
      const shortened = (work: TimerHandler, ms = 0) => wait(work, ms < 20_000 ? ms : ms / times)
      window.setTimeout = shortened as typeof window.setTimeout
    }, speedup)
    const page = context.pages()[0] ?? (await context.newPage())
    await page.goto(path, { waitUntil: 'commit' })
    return page
  }
  return {
    line: faultProxy,
    open,
    /** From the next opening on all that is waited for 20 s or longer is waited for so many times less. */
    hurry(times: number) {
      speedup = times
    },
    /** As a phone whose battery is taken out. */
    async kill() {
      const own = processesOf(folder).find(({ isOwn }) => isOwn)
      if (!own) throw new Error('The browser has ended already.')
      const closed = context?.waitForEvent('close')
      process.kill(own.id, 'SIGKILL')
      await closed
      // A child that still has the phone's databases open would spoil them for the next browser.
      await expect.poll(() => processesOf(folder)).toEqual([])
    },
    /** As somebody who has put it away: all is on the disk. */
    async quit() {
      await context?.close()
    },
    async end() {
      await context?.close().catch(() => undefined)
      faultProxy.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export type Phone = Awaited<ReturnType<typeof openPhone>>

/** The ids of the users whose reading is on the phone. */
export const cachedUserIds = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const opening = indexedDB.open('flota')
        opening.onsuccess = () => {
          const asked = opening.result.transaction('lecturas').objectStore('lecturas').getAllKeys()
          asked.onsuccess = () => {
            opening.result.close()
            resolve(asked.result)
          }
        }
      }),
  )

/** Logs in, waits until page and reading are kept for the road, and puts the phone away. */
export async function logInOnPhone(phone: Phone, who: Piloto): Promise<void> {
  const page = await phone.open('/login')
  await typeLogin(page, who)
  await expect(page).toHaveURL(/piloto-rutas$/)
  await waitForPrecache(page)
  const id = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('user') ?? '{}') as { id: number }).id,
  )
  await expect.poll(() => cachedUserIds(page)).toContain(id)
  await phone.quit()
}

export const offlineTest = test.extend<{ phone: Phone }>({
  phone: async ({ baseURL }, give) => {
    const phone = await openPhone(baseURL ?? '')
    await give(phone)
    await phone.end()
  },
})

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { chromiumArgs, findHeadless } from '../scripts/setup/chromium.mjs'
import { startFaultProxy } from './faultProxy.ts'
import { type Piloto, phoneOptions, waitForPrecache } from './piloto.ts'
import { test, typeLogin } from './support.ts'

/** Returns the browser processes of this profile: the main one and its children, which exit with it. */
function processesOf(folder: string): { id: number; isOwn: boolean }[] {
  const commandOf = (id: string) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8')
    } catch {
      // The process has exited.
      return ''
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ id: Number(name), command: commandOf(name) }))
    .filter(({ command }) => command.includes(`--user-data-dir=${folder}`))
    .map(({ id, command }) => ({ id, isOwn: !command.includes('--type=') }))
}

/** Opens a phone with a disk and a connection of its own, whose browser can be killed and reopened. */
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
    /** Divides timeouts of 20 s or more by `times`, from the next page on. */
    hurry(times: number) {
      speedup = times
    },
    /** Kills the browser, like a phone that loses its battery. */
    async kill() {
      const own = processesOf(folder).find(({ isOwn }) => isOwn)
      if (!own) throw new Error('The browser has already exited')
      const closed = context?.waitForEvent('close')
      process.kill(own.id, 'SIGKILL')
      await closed
      // A child that still has the databases open would corrupt them for the next browser.
      await expect.poll(() => processesOf(folder)).toEqual([])
    },
    /** Closes the browser, which writes everything to the disk. */
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

/** Returns the ids of the users whose route list is cached on the phone. */
export const cachedUserIds = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const opening = indexedDB.open('flota')
        opening.onsuccess = () => {
          const keys = opening.result.transaction('lecturas').objectStore('lecturas').getAllKeys()
          keys.onsuccess = () => {
            opening.result.close()
            resolve(keys.result)
          }
        }
      }),
  )

/** Logs in, waits until page and route list are cached, and closes the browser. */
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

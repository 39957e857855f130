import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { cachedUserIds } from './phone.ts'

// A phone whose session has ended: its queue and what it has forgotten.

export const offlineFiles = (page: Page) =>
  page.evaluate(async () => [
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    ...(await caches.keys()),
  ])

interface StoredItem {
  id: number
  usuario_id: number
  clase: string
  guardado?: string
}

/** Reads the queue of all users, after changing it. */
export const changeQueue = (page: Page, changes: { add?: object[]; daysOlder?: number } = {}) =>
  page.evaluate(
    ({ add = [], daysOlder = 0 }) =>
      new Promise<StoredItem[]>((resolve) => {
        const opening = indexedDB.open('flota')
        opening.onsuccess = () => {
          const tx = opening.result.transaction('cola', 'readwrite')
          const queue = tx.objectStore('cola')
          for (const item of add) queue.add(item)
          const all = queue.getAll()
          all.onsuccess = () => {
            const earlier = (time: string) =>
              new Date(Date.parse(time) - daysOlder * 86_400_000).toISOString()
            for (const item of all.result as StoredItem[])
              if (item.guardado) queue.put({ ...item, guardado: earlier(item.guardado) })
          }
          tx.oncomplete = () => {
            opening.result.close()
            resolve(all.result as StoredItem[])
          }
        }
      }),
    changes,
  )

/** Returns a copy of an item that the queue gives a new id. */
export const withoutId = ({ id: _id, ...item }: Partial<StoredItem>) => item

/** Ends the page's session on the server alone. */
export async function revokeSession(page: Page, request: APIRequestContext) {
  const token = await page.evaluate(() => localStorage.getItem('token'))
  const answer = await request.post('/api/auth/logout', { headers: { Authorization: `Bearer ${token}` } })
  expect(answer.status()).toBe(200)
}

export async function expectForgotten(page: Page) {
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Usuario')).toBeVisible()
  await expect.poll(() => cachedUserIds(page)).toEqual([])
  await expect.poll(() => offlineFiles(page)).toEqual([])
}

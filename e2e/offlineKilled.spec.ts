import { expect } from '@playwright/test'
import type { Fault } from './faultProxy.ts'
import { logInOnPhone, offlineTest as test } from './phone.ts'
import { addPhoto, aTrip, cardOf, fetchFiles, fetchHistorial, phoneOptions, saveEstado } from './piloto.ts'
import { bearer } from './support.ts'

// Kills the browser before the first attempt, before the request arrives, and after the server has stored it.

test.use({ anonymous: true, ...phoneOptions })

test('change and photo killed at any step: arrive once and in order', async ({ phone, request, login }) => {
  const { office, who, id, number, version } = await aTrip({ request, login })
  const changes = async () => (await fetchHistorial(office, id)).length
  const photos = async () => (await fetchFiles(office, id)).length
  await logInOnPhone(phone, who)
  const urls: string[] = []
  const breaks = (fate: Fault) =>
    phone.line.setRule(({ method, url }) => {
      if (method === 'GET') return 'pass'
      urls.push(url)
      return fate
    })
  const comesBack = async () => {
    await phone.kill()
    phone.line.setRule('pass')
    const page = await phone.open('/')
    await expect(page.getByText(/^Actualizado a las/)).toBeVisible()
    await expect(cardOf(page, number)).not.toContainText(/Guardado|por enviar/)
    return page
  }

  let page = await phone.open('/')
  await page.context().setOffline(true)
  await saveEstado(page, number, 'En curso', 'sin probar')
  await addPhoto(page, number, 'sin probar.png')
  page = await comesBack()
  expect([await changes(), await photos()]).toEqual([2, 1])

  breaks('silent')
  await saveEstado(page, number, 'Pendiente', 'sin llegar')
  await expect.poll(() => urls).toHaveLength(1)
  page = await comesBack()
  expect([await changes(), await photos()]).toEqual([3, 1])

  breaks('silent')
  await addPhoto(page, number, 'sin llegar.png')
  await expect.poll(() => urls).toHaveLength(2)
  page = await comesBack()
  expect([await changes(), await photos()]).toEqual([3, 2])

  breaks('mute')
  await saveEstado(page, number, 'En curso', 'sin respuesta')
  await expect.poll(changes).toBe(4)
  page = await comesBack()

  breaks('mute')
  await addPhoto(page, number, 'sin respuesta.png')
  await expect.poll(photos).toBe(3)
  page = await comesBack()

  const comments = (await fetchHistorial(office, id)).map(({ comentario }) => comentario)
  expect(comments.reverse().slice(1)).toEqual(['sin probar', 'sin llegar', 'sin respuesta'])
  expect((await fetchFiles(office, id)).map(({ nombre }) => nombre).sort()).toEqual([
    'sin llegar.png',
    'sin probar.png',
    'sin respuesta.png',
  ])
  const ruta = await request.get(`/api/rutas/${id}`, { headers: bearer(login) })
  expect(await ruta.json()).toMatchObject({ data: { estado: 'En curso', version: version + 3 } })
})

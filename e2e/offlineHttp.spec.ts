import { expect } from '@playwright/test'
import { chromiumArgs, findHeadless } from '../scripts/setup/chromium.mjs'
import { aTrip, cardOf, phoneOptions, waitUntilSynced } from './piloto.ts'
import { test, typeLogin } from './support.ts'

// Plain HTTP, which browsers treat as insecure except on localhost (docs/decisions/0017-queue.md).

const name = 'flota.test'
const args = [...chromiumArgs, `--host-resolver-rules=MAP ${name} 127.0.0.1`]
test.use({ anonymous: true, ...phoneOptions, launchOptions: { executablePath: findHeadless() ?? '', args } })

test('plain HTTP: has no worker, the queue works, and each dialog opens without signal', async ({
  page,
  request,
  login,
  baseURL,
}) => {
  const { who, number } = await aTrip({ request, login }, { ruta: { estado: 'En curso' } })
  const address = new URL('/login', baseURL)
  address.hostname = name
  await page.goto(address.href)
  expect(await page.evaluate(() => [isSecureContext, 'serviceWorker' in navigator])).toEqual([false, false])
  await typeLogin(page, who)
  await expect(cardOf(page, number)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  const names = ['Cambiar Estado', 'Foto', 'Incidente', 'Más'].map((each) => `${each} de la ruta ${number}`)
  for (const other of [...names, 'Gasto', 'Abrir el menú']) {
    await page.getByRole('button', { name: other }).tap()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Cancelar|Cerrar)$/ })
      .tap()
  }
  await page.getByRole('button', { name: `Llegué a cargar: ruta ${number}` }).tap()
  await expect(page.getByText('Sin señal · 1 cambio por enviar')).toBeVisible()
  await waitUntilSynced(page, ['tiempos'], () => page.context().setOffline(false))
})

import { expect, type Page } from '@playwright/test'
import { aCamion, bearer, expectAccessible, make, test, unique } from './support.ts'

// Users, maintenance and the bin: full, with errors, and with a question open.

const sizes = { desk: { width: 1366, height: 768 }, phone: { width: 390, height: 844 } }

/** Nothing is wider than the narrowest screen that contract.md section 7 promises. */
async function expectNoOverflow(page: Page) {
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
}

for (const [size, viewport] of Object.entries(sizes)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${size}, ${colorScheme}`, () => {
      test.use({ viewport, colorScheme })

      test('users', async ({ page, request, login }) => {
        const username = unique('u').toLowerCase()
        await make(request, login, '/usuarios', {
          username,
          password: 'caminos largos 1',
          rol_id: 3,
          estado: 'activo',
        })
        await page.goto(`/usuarios?buscar=${username}`)
        await expect(page.getByRole('switch')).toBeVisible()
        await expectAccessible(page)
        await expectNoOverflow(page)
        await page.setViewportSize(viewport)
        await page.goto('/usuarios?usuario=nuevo')
        await page.getByLabel('Rol').selectOption('Piloto')
        await page.getByRole('button', { name: 'Guardar' }).click()
        await expect(page.getByText('El rol piloto necesita un piloto.')).toBeVisible()
        await expect(page.getByRole('checkbox')).toHaveCount(2)
        await expectAccessible(page)
        await expectNoOverflow(page)
      })

      test('maintenance', async ({ page, request, login }) => {
        const { id: camion_id, placa } = await aCamion(request, login)
        const values = { tipo: 'Preventivo', descripcion: 'Aceite', fecha_programada: '2020-02-01' }
        await make(request, login, '/api/mantenimientos', { ...values, camion_id, estado: 'Programado' })
        await page.goto(`/mantenimientos?buscar=${placa}`)
        await expect(page.getByText('Atrasado', { exact: true })).toBeVisible()
        await expectAccessible(page)
        await expectNoOverflow(page)
        await page.setViewportSize(viewport)
        await page.goto('/mantenimientos?registro=nuevo')
        await page.getByRole('button', { name: 'Guardar' }).click()
        await expect(page.getByText('Este campo es obligatorio.').first()).toBeVisible()
        await expectAccessible(page)
        await expectNoOverflow(page)
      })

      test('the bin', async ({ page, request, login }) => {
        const { id, placa } = await aCamion(request, login)
        await request.delete(`/api/camiones/${id}`, { headers: bearer(login) })
        await page.goto('/papelera?porPagina=20')
        await page.getByRole('button', { name: `Restaurar camión ${placa}` }).click()
        await expect(page.getByRole('alertdialog')).toBeVisible()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await expectAccessible(page)
        await expectNoOverflow(page)
      })
    })
  }
}

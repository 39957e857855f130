import { expect, type Page } from '@playwright/test'
import { isolatedTest } from './isolatedServer.ts'
import { phoneOptions, saveEstado, waitUntilSynced } from './piloto.ts'
import { aCrew, typeTrip } from './rutas.ts'
import { aPiloto, createRecord, typeLogin } from './support.ts'

// The dashboard shows the trips of this test alone.
isolatedTest.use({ anonymous: true })

isolatedTest(
  'a trip: is entered, driven, delivered and shown to three users in three browsers',
  async ({ browser, request, login }) => {
    const crew = await aCrew(request, login)
    const piloto = await aPiloto(request, login)
    const clerk = { username: 'oficina', password: 'papel y carretera' }
    await createRecord(request, login, '/api/usuarios', {
      ...clerk,
      rol_id: 3,
      estado: 'activo',
      permisos: [3, 4],
    })

    const enter = async (who?: { username: string; password: string }, options = {}) => {
      const context = await browser.newContext(options)
      const page = await context.newPage()
      await page.goto('/login')
      await typeLogin(page, who)
      return page
    }
    const [office, phone, owner] = await Promise.all([enter(clerk), enter(piloto, phoneOptions), enter()])

    await expect(owner.getByText('Todavía no hay viajes.', { exact: false })).toBeVisible()
    // Finished first steps are ticked. Missing ones are links if the user has the permission.
    const steps = (page: Page) =>
      page.getByRole('region', { name: 'tres pasos hasta tu primer viaje' }).getByRole('listitem')
    for (const page of [owner, office])
      await expect(steps(page)).toHaveText([
        /un cliente · listo$/,
        /piloto · listo$/,
        /la ruta.*Ingresar la ruta.*¿Las tienes en Excel.*Impórtalas/,
      ])
    await expect(phone.getByText('No tienes rutas asignadas.', { exact: false })).toBeVisible()

    await office.goto('/ingresar-ruta')
    await expect(office.getByLabel('No. de ruta')).toHaveValue('RUTA-001')
    await typeTrip(office, crew)
    await office.getByLabel('Piloto').fill('jose luis perez')
    await expect(office.getByRole('option', { name: /José Luis Pérez/ })).toBeVisible()
    await office.getByLabel('Piloto').press('Enter')
    await office.getByLabel('Precio (Q)').press('Enter')
    await expect(office.getByRole('alertdialog')).toContainText('Ruta creada exitosamente')

    await phone.getByRole('button', { name: 'Actualizar' }).tap()
    await waitUntilSynced(phone, ['estado'], () => saveEstado(phone, '001', 'En curso'))
    await owner.getByRole('button', { name: 'Actualizar' }).click()
    const trip = owner.getByRole('row', { name: '001' })
    await expect(trip).toContainText('En curso')
    await expect(steps(owner)).toHaveCount(0)
    await expect(trip).toContainText('Q1,234.50')

    await waitUntilSynced(phone, ['estado'], () => saveEstado(phone, '001', 'Entregado', 'Recibió don Chepe'))
    await owner.getByRole('button', { name: 'Actualizar' }).click()
    await expect(trip).toContainText('Entregado')
    await expect(owner.getByRole('link', { name: 'Rutas Entregadas' })).toContainText('1')

    await office.getByRole('button', { name: 'Continuar' }).press('Enter')
    await office.getByRole('link', { name: '001' }).click()
    await expect(office.getByText('Recibió don Chepe')).toBeVisible()

    for (const page of [office, phone, owner]) await page.context().close()
  },
)

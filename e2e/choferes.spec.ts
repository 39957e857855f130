import { expect } from '@playwright/test'
import { addDays } from './dashboard.ts'
import { bearer, createRecord, setClock, test, unique } from './support.ts'

// A zone hours ahead of Guatemala: the page must not use the browser's own date.
test.use({ timezoneId: 'Pacific/Kiritimati' })

test('phone card: starts with the full name and has thumb-sized targets', async ({
  page,
  request,
  login,
}) => {
  const apellido = unique('Ixcot ')
  const values = {
    nombre: 'Ana',
    apellido,
    telefono: '55551234',
    tipo_licencia: 'A',
    vencimiento: '2030-01-31',
  }
  await createRecord(request, login, '/api/choferes', values)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/choferes?buscar=${apellido}`)
  const lead = page.getByRole('listitem').getByRole('link', { name: `Ana ${apellido}` })
  // The link covers both lines of the card.
  const covered = await lead.evaluate((link) => {
    const { top, left } = link.closest('li')!.getBoundingClientRect()
    return [2, 44].map((down) => link.contains(document.elementFromPoint(left + 40, top + down)))
  })
  expect(covered).toEqual([true, true])
  await expect(page.getByRole('listitem')).toContainText('5555-1234')
})

test("pilot: is created by keyboard with the company's date, and an expired licence shows a warning", async ({
  page,
  request,
  login,
}) => {
  const { data } = (await (await request.get('/api/config')).json()) as { data: { hoy: string } }
  const apellido = unique('Tzoc')
  await page.goto('/ingresar-choferes')
  await expect(page.getByLabel('Nombre')).toBeFocused()
  for (const text of ['Élmer', apellido, '5555-1234', 'a', 'hoy']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await expect(page.getByLabel('Fecha de Vencimiento de Licencia')).toHaveValue(
    data.hoy.split('-').reverse().join('/'),
  )
  await page.getByLabel('Fecha de Vencimiento de Licencia').press('Enter')
  await page.getByRole('button', { name: 'Continuar' }).press('Enter')

  await expect(page).toHaveURL(/\/choferes/)
  await page.getByRole('searchbox').fill(apellido)
  await expect(page.getByRole('row', { name: new RegExp(apellido) })).toContainText('Vence hoy')

  const listed = await request.get(`/api/choferes?buscar=${apellido}`, { headers: bearer(login) })
  const [saved] = ((await listed.json()) as { data: { tipo_licencia: string; vencimiento: string }[] }).data
  expect(saved).toMatchObject({ tipo_licencia: 'A', vencimiento: data.hoy })
})

test("list open over midnight: shows that tomorrow's licence expires today", async ({
  page,
  request,
  login,
}) => {
  const { data } = (await (await request.get('/api/config')).json()) as { data: { hoy: string } }
  const apellido = unique('Ramos')
  await createRecord(request, login, '/api/choferes', {
    nombre: 'Ana',
    apellido,
    telefono: '55551234',
    tipo_licencia: 'A',
    vencimiento: addDays(data.hoy, 1),
  })
  // 23:50 in Guatemala. The page does not query the server again.
  await setClock(page, '2026-11-23T05:50:00Z')
  await page.goto(`/choferes?buscar=${apellido}`)
  const row = page.getByRole('row', { name: new RegExp(apellido) })
  await expect(row).toContainText('Vence mañana')
  await page.clock.fastForward(660_000)
  await expect(row).toContainText('Vence hoy')
})

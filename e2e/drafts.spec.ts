import { expect, type Locator, type Page } from '@playwright/test'
import { logInOnPhone, offlineTest as test } from './phone.ts'
import { aPhoto } from './photo.ts'
import {
  aRuta,
  aTrip,
  cardOf,
  changeRuta,
  fetchFiles,
  fetchHistorial,
  openTripOffline,
  phoneOptions,
  resumeDraft,
  sign,
  tinyPng,
  waitUntilSynced,
} from './piloto.ts'
import { aPiloto } from './support.ts'

// Drafts of the pilot's forms (docs/contract/road.md). `npm run test:offline` kills the browser 50 times; ROUNDS sets
// another number.

test.use({ anonymous: true, ...phoneOptions })

const rounds = Number(process.env.ROUNDS ?? 3)

const addFile = (page: Page, file: Parameters<Locator['setInputFiles']>[0]) =>
  page.locator('input[type=file][multiple]').setInputFiles(file)

/** Types into 'Entrega' or 'Incidente', in another form each round. */
const forms = [
  {
    title: 'Entrega',
    button: (number: string) => `Terminé: ruta ${number}`,
    type: async (page: Page, text: string) => {
      await page.getByLabel('Recibió').fill(text)
      await sign(page)
    },
    expectTyped: async (page: Page, text: string) => {
      await expect(page.getByLabel('Recibió')).toHaveValue(text)
      // The form no longer asks for a reason.
      await expect(page.getByLabel('Motivo')).toBeHidden()
    },
  },
  {
    title: 'Incidente',
    button: (number: string) => `Incidente de la ruta ${number}`,
    type: async (page: Page, text: string) => {
      await page.getByText('Robo', { exact: true }).tap()
      await page.getByLabel('Lugar').fill(text)
    },
    expectTyped: async (page: Page, text: string) => {
      await expect(page.getByLabel('Robo')).toBeChecked()
      await expect(page.getByLabel('Lugar')).toHaveValue(text)
    },
  },
  {
    title: 'Cambiar Estado',
    button: (number: string) => `Cambiar Estado de la ruta ${number}`,
    type: async (page: Page, text: string) => {
      await page.getByRole('dialog').getByText('Pendiente', { exact: true }).tap()
      await page.getByLabel('Comentario').fill(text)
    },
    expectTyped: async (page: Page, text: string) => {
      await expect(page.getByRole('radio', { name: 'Pendiente' })).toBeChecked()
      await expect(page.getByLabel('Comentario')).toHaveValue(text)
    },
  },
] as const

test(`browser killed ${rounds} times while a form is open: loses nothing that was typed, signed, chosen or photographed`, async ({
  phone,
  request,
  login,
}) => {
  test.setTimeout(90_000 + rounds * 40_000)
  const reglas = { exige_firma: true }
  const { who, number } = await aTrip({ request, login }, { ruta: { estado: 'En curso' }, reglas })
  await logInOnPhone(phone, who)
  let page = await phone.open('/')
  const photo = await aPhoto(page)
  for (const name of ['Llegué a cargar', 'Salí cargado', 'Llegué a descargar'])
    await page.getByRole('button', { name: `${name}: ruta ${number}` }).tap()
  for (let round = 0; round < rounds; round += 1) {
    const form = forms[round % forms.length]!
    const text = `vuelta ${round} Óscar Ñ`
    await page.getByRole('button', { name: form.button(number), exact: true }).tap()
    await form.type(page, text)
    // Every other photo is still being prepared when the browser dies; in the other rounds the chooser is open.
    const takesPhoto = round % 2 === 1
    if (takesPhoto) {
      const name = `foto ${round}.jpg`
      await addFile(page, round % 4 === 1 ? { name, mimeType: 'image/jpeg', buffer: photo } : tinyPng(name))
      await expect(page.getByRole('dialog')).toContainText(/preparando…|Fotos \(1\)/)
    } else {
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: 'Tomar foto' }).tap()
      await chooser
    }
    await phone.kill()
    page = await phone.open('/')
    await resumeDraft(page, number, form.title)
    await form.expectTyped(page, text)
    await expect(page.getByRole('dialog')).toContainText(takesPhoto ? 'Fotos (1)' : 'Fotos')
    await page.getByRole('button', { name: 'Cancelar' }).tap()
    await page.getByRole('button', { name: 'Sí' }).tap()
    await expect(page.getByText('Sigue donde te quedaste')).toHaveCount(0)
    if (process.env.ROUNDS) process.stdout.write(`draft ${round}: ${form.title}, nothing lost\n`)
  }
})

test('drafts: one a trip and form; sent or cancelled they go; sent with what was kept', async ({
  page,
  request,
  login,
}) => {
  const opening = { ruta: { estado: 'En curso' } }
  const { office, who, id, number } = await openTripOffline(page, { request, login }, opening)
  page.on('dialog', (question) => question.accept())
  const other = await aRuta(office, who, { estado: 'En curso', hora: '05:00' })
  await page.getByRole('button', { name: 'Actualizar' }).tap()
  const open = (name: string, of: string) =>
    page.getByRole('button', { name: `${name} de la ruta ${of}`, exact: true }).tap()
  await open('Incidente', number)
  await page.getByText('Clima', { exact: true }).tap()
  await addFile(page, { name: 'IMG_7.jpg', mimeType: 'image/jpeg', buffer: await aPhoto(page) })
  await expect(page.getByRole('dialog')).toContainText('Fotos (1)')
  await page.reload()
  await open('Cambiar Estado', number)
  await page.getByLabel('Comentario').fill('Sin escoger')
  await page.reload()
  await open('Incidente', other.number)
  await page.getByLabel('Lugar').fill('km 84')
  await page.reload()
  await expect(page.getByText('Sigue donde te quedaste')).toHaveCount(3)

  // Cancelled in another tab: this one shows it.
  const tab = await page.context().newPage()
  await tab.goto('/piloto-rutas')
  await resumeDraft(tab, other.number, 'Incidente')
  await expect(tab.getByLabel('Lugar')).toHaveValue('km 84')
  await tab.getByRole('button', { name: 'Cancelar' }).tap()
  await tab.getByRole('button', { name: 'Sí' }).tap()
  await expect(tab.getByText('Sigue donde te quedaste')).toHaveCount(2)
  await tab.close()
  await expect(page.getByText('Sigue donde te quedaste')).toHaveCount(2)

  // The button of the form opens its draft, too.
  await open('Incidente', number)
  await expect(page.getByLabel('Clima')).toBeChecked()
  await waitUntilSynced(page, ['estado', 'archivos'], () =>
    page.getByRole('button', { name: 'Enviar' }).tap(),
  )
  await expect(page.getByText('Sigue donde te quedaste')).toHaveCount(1)
  expect((await fetchHistorial(office, id))[0]).toMatchObject({ estado_nuevo: 'Incidente', comentario: null })
  expect(await fetchFiles(office, id)).toMatchObject([{ nombre: 'IMG_7.jpg', clase: 'foto' }])

  // The state was not chosen, so it is the present one.
  await resumeDraft(page, number, 'Cambiar Estado')
  await expect(page.getByRole('radio', { name: 'Incidente' })).toBeChecked()
  await waitUntilSynced(page, ['estado'], () => page.getByRole('button', { name: 'Guardar' }).tap())
  expect((await fetchHistorial(office, id))[0]).toMatchObject({
    estado_nuevo: 'Incidente',
    comentario: 'Sin escoger',
  })
  await expect(page.getByText('Sigue donde te quedaste')).toHaveCount(0)
})

test('draft of a trip that the pilot has no longer: goes with the next reading; pictures of drafts count', async ({
  page,
  request,
  login,
}) => {
  const opening = { ruta: { estado: 'En curso' } }
  const { office, who, number, ...ruta } = await openTripOffline(page, { request, login }, opening)
  page.on('dialog', (question) => question.accept())
  const other = await aRuta(office, who, { estado: 'En curso' })
  await page.getByRole('button', { name: 'Actualizar' }).tap()
  await page.getByRole('button', { name: `Incidente de la ruta ${number}`, exact: true }).tap()
  const files = (count: number) => Array.from({ length: count }, (_, nth) => tinyPng(`${nth}.png`))
  await addFile(page, files(58))
  await expect(page.getByRole('dialog')).toContainText('Fotos (58)')
  await page.reload()
  await page.getByRole('button', { name: `Incidente de la ruta ${other.number}`, exact: true }).tap()
  await addFile(page, files(3))
  await expect(page.getByRole('dialog')).toContainText('Fotos (2)')
  await expect(page.getByRole('alert')).toHaveText(
    '2.png: Este teléfono ya guarda 60 fotos sin enviar. Busca señal.',
  )
  await page.reload()
  await expect(page.getByText('Sigue donde te quedaste')).toHaveCount(2)
  await changeRuta(office, { number, ...ruta }, { estado: 'Entregado', fecha: '2026-01-02' })
  await page.getByRole('button', { name: 'Actualizar' }).tap()
  await expect(page.getByText('Sigue donde te quedaste')).toHaveCount(1)
  await page.getByRole('button', { name: `Incidente de la ruta ${other.number}`, exact: true }).tap()
  await addFile(page, files(1))
  await expect(page.getByRole('dialog')).toContainText('Fotos (3)')
})

test("draft of 'Gasto': keeps its trip when another one begins, and asks for one when the pilot has it no longer", async ({
  page,
  request,
  login,
}) => {
  const opening = { ruta: { estado: 'En curso', hora: '05:00' } }
  const { office, who, number, ...ruta } = await openTripOffline(page, { request, login }, opening)
  page.on('dialog', (question) => question.accept())
  await page.getByRole('button', { name: 'Gasto' }).tap()
  await addFile(page, tinyPng('peaje.png'))
  await expect(page.getByRole('dialog')).toContainText('Fotos (1)')
  await page.reload()
  const later = await aRuta(office, who, { estado: 'En curso', hora: '06:00' })
  await page.getByRole('button', { name: 'Actualizar' }).tap()
  await expect(cardOf(page, later.number)).toBeVisible()
  const resume = () => page.getByRole('button', { name: 'Sigue donde te quedaste: Gasto' }).tap()
  const chosen = page.getByLabel('Ruta', { exact: true }).locator('option:checked')
  await resume()
  await expect(chosen).toContainText(`Ruta ${number} `)
  await page.getByLabel('Monto (Q)').fill('15')
  await page.reload()

  const { choferId } = await aPiloto(request, login)
  await changeRuta(office, { number, ...ruta }, { chofer_id: choferId })
  await page.getByRole('button', { name: 'Actualizar' }).tap()
  await expect(cardOf(page, number)).toHaveCount(0)
  await resume()
  await expect(chosen).toHaveText('Elige…')
  await page.getByLabel('Concepto').selectOption('Peaje')
  await page.getByRole('button', { name: 'Guardar' }).tap()
  await expect(page.getByLabel('Ruta', { exact: true })).toBeFocused()
  await page.getByLabel('Ruta', { exact: true }).selectOption(String(later.id))
  await waitUntilSynced(page, ['gastos', 'archivos'], () =>
    page.getByRole('button', { name: 'Guardar' }).tap(),
  )
  await expect(page.getByText('Sigue donde te quedaste')).toHaveCount(0)
})

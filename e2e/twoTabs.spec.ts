import { expect, type Page } from '@playwright/test'
import { isolatedTest } from './isolatedServer.ts'
import { aCrew, aRuta, readRuta } from './rutas.ts'
import { bearer } from './support.ts'

const fecha = '2027-03-15'

// Settings apply to the whole company, so this test has a server of its own.
isolatedTest(
  "two tabs plan one truck for one hour with bloquear: one saves, the other needs an administrador's reason",
  async ({ context, request, login }) => {
    const headers = bearer(login)
    const crew = await aCrew(request, login)
    const first = await aRuta(request, login, crew, { fecha, hora: '01:00', duracion_min: 60 })
    const second = await aRuta(request, login, crew, { fecha, hora: '03:00', duracion_min: 60 })
    const modos = { CAMION_OCUPADO: 'bloquear' }
    expect((await request.put('/api/ajustes', { headers, data: { modos } })).status()).toBe(200)

    const openAt = async (id: number): Promise<Page> => {
      const page = await context.newPage()
      await page.goto(`/editar-ruta/${id}`)
      await page.getByLabel('Hora').fill('0800')
      // Neither trip conflicts until one of them is saved.
      await expect(page.getByRole('region', { name: 'Revisión del viaje' })).toContainText('Nada se traslapa')
      return page
    }
    const one = await openAt(first.id)
    const other = await openAt(second.id)
    await one.getByLabel('Hora').press('Enter')
    await expect(one.getByRole('alertdialog')).toContainText('Ruta actualizada exitosamente')

    const texto = `El camión ${crew.camion.placa} ya está en ${first.no_ruta} de 08:00 a 09:00.`
    await other.getByLabel('Hora').press('Enter')
    await expect(other.getByRole('alert')).toContainText(texto)
    await expect(
      other.getByRole('region', { name: 'Revisión del viaje' }).getByRole('listitem'),
    ).toContainText([`No deja guardar${texto}`, 'Aviso'])
    const motivo = other.getByLabel('Motivo de la excepción')
    await expect(motivo).toBeFocused()
    expect(await readRuta(request, login, second.id)).toMatchObject({ hora: '03:00:00' })
    await motivo.fill('Va con remolque')
    await motivo.press('Enter')
    await expect(other.getByRole('alertdialog')).toContainText(texto)
    expect(await readRuta(request, login, second.id)).toMatchObject({ hora: '08:00:00' })
    const log = await request.get(`/api/bitacora?tipo=rutas&registro_id=${second.id}&accion=excepcion`, {
      headers,
    })
    const { data } = (await log.json()) as { data: { motivo: string }[] }
    expect(data.map(({ motivo: why }) => why)).toEqual(['Va con remolque'])
  },
)

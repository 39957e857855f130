import { expect, type Page } from '@playwright/test'
import { readPages, readPdf } from '../server/src/test/readPdf.ts'
import { aMovimiento } from './dinero.ts'
import { aCrew, aRuta } from './rutas.ts'
import { bearer, test } from './support.ts'

// Printing by the browser (Ctrl+P): whole tables without controls, from any window and theme.

const controls = /^(Exportar|Importar|Limpiar|Siguiente|Anterior|Filas por página|Editar|Cerrar|\+ Ingresar)/
const pageEdgeMm = 5

/** Prints the page. @returns its texts and the size of its paper */
async function print(page: Page) {
  const bytes = await page.pdf({ preferCSSPageSize: true, format: 'Letter' })
  const pages = await readPages(bytes)
  const { view } = await (await readPdf(bytes)).getPage(1)
  const [, , width = 0, height = 0] = view
  const widthMm = (width / 72) * 25.4
  const pieces = pages.flatMap((each) => each.pieces)
  const cut = pieces.filter(({ left, right }) => left < pageEdgeMm || right > widthMm - pageEdgeMm)
  return {
    text: pages.flatMap(({ lines }) => lines.map((line) => line.join(' '))).join('\n'),
    isLandscape: width > height,
    cut: cut.map(({ text }) => text),
    controls: pieces.map(({ text }) => text).filter((text) => controls.test(text)),
    lastFoot: pages.at(-1)?.lines.at(-1)?.join(' '),
    count: pages.length,
  }
}

/** Returns the boxes that would hide a part of their content on paper. */
async function findClippedBoxes(page: Page) {
  await page.emulateMedia({ media: 'print' })
  const found = await page.evaluate(() => {
    dispatchEvent(new Event('beforeprint'))
    const boxes = [...document.querySelectorAll('main *:not([data-wide] *, .sr-only)')]
    const clipped = boxes.filter(
      (box) =>
        box.scrollWidth > box.clientWidth + 1 &&
        box.clientWidth > 0 &&
        getComputedStyle(box).overflowX !== 'visible',
    )
    const names = clipped.map(({ outerHTML }) => outerHTML.slice(0, 120))
    dispatchEvent(new Event('afterprint'))
    return names
  })
  await page.emulateMedia({ media: null })
  return found
}

test('print: whole tables without controls, from a desktop and from a dark phone', async ({
  page,
  request,
  login,
}) => {
  const crew = await aCrew(request, login)
  const ruta = await aRuta(request, login, crew, {
    fecha: '2027-06-14',
    mercaderia: 'Fertilizante en sacos de cincuenta kilos para la cooperativa',
    comentario: 'Entra por el portón de atrás y pide el sello de la bodega',
  })
  await aMovimiento(request, login, 'anticipo', { chofer_id: crew.chofer.id, monto: 300 })
  const config = await request.get('/api/config', { headers: bearer(login) })
  const { empresa } = ((await config.json()) as { data: { empresa: string } }).data
  // Pages without `landscape` are wide only with rows, which other tests may add.
  const lists: [path: string, landscape: boolean | null, texts: string[]][] = [
    ['/rutas?estado=Pendiente', true, ['Rutas', 'Estado: Pendiente', 'Mercadería', 'Estado', 'Página 1 de']],
    [
      '/tablero?fecha=2027-06-14',
      true,
      ['Tablero', 'unes, 14 de junio de 2027', 'Por camión', crew.camion.placa],
    ],
    ['/dashboard', null, ['Impreso el']],
    ['/dinero', true, ['Dinero', 'Pilotos', 'Saldo']],
    ['/dinero?vista=movimientos', true, ['Dinero', 'Movimientos', 'Monto']],
    ['/dinero?vista=margen', null, ['Margen', 'Este mes']],
    ['/vencimientos', null, ['Vencimientos']],
    ['/cobros', null, ['Cobros']],
    ['/combustible', null, ['Combustible']],
    ['/planes', null, ['Planes']],
    [`/mostrar-ruta/${ruta.id}`, false, [crew.word, 'Fertilizante en sacos', 'portón de atrás']],
  ]
  for (const [path, isLandscape, texts] of lists) {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1366, height: 768 })
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('main .animate-pulse')).toHaveCount(0)
    await page.keyboard.press('Control')
    await expect(page.locator('[data-print-heading]')).toBeAttached()
    for (const width of [1366, 390]) {
      await page.setViewportSize({ width, height: 768 })
      await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light' })
      const printed = await print(page)
      const where = `${path} from ${width} px`
      expect(printed.cut, where).toEqual([])
      expect(printed.controls, where).toEqual([])
      if (isLandscape !== null) expect([where, printed.isLandscape]).toEqual([where, isLandscape])
      for (const text of [empresa, ...texts]) expect(printed.text, where).toContain(text)
      expect(printed.lastFoot, where).toBe(`Página ${printed.count} de ${printed.count}`)
    }
    expect(await findClippedBoxes(page), path).toEqual([])
  }
})

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { headingAnchor, readManual } from '../web/manualPlugin.ts'
import { helpChapters } from '../web/src/office/frame/helpChapters.ts'
import { root } from './run.ts'

const docs = join(root, 'docs')
const text = readFileSync(join(docs, 'manual.md'), 'utf8')
const { chapters, pictures } = readManual(text)

test('docs/manual.md: has a chapter for each task', () => {
  expect(chapters.map(({ title }) => title)).toEqual(
    expect.arrayContaining([
      'Ingresar una ruta',
      'Repetir el viaje de la semana pasada',
      'Asignar piloto y camión',
      'Imprimir la hoja y mandarla por WhatsApp',
      'El tablero del día',
      'Un piloto sin señal',
      'Corregir lo que otro cambió a la vez',
      'Reportes y archivos',
      'Dar un anticipo',
      'Liquidar a un piloto',
      'Qué ruta deja dinero',
      'Cobros',
      'Ver qué vence',
      'Traer mis listas de Excel',
      'Usuarios y permisos',
      'Quién cambió un precio',
      'Papelera',
      'Respaldos',
      'Qué hago si…',
      'Dónde instalarlo',
      'Para el piloto',
    ]),
  )
})

test('docs/manual: has exactly the pictures that the manual names, of limited size', () => {
  expect(pictures.filter((picture) => !existsSync(join(docs, picture)))).toEqual([])
  const there = readdirSync(join(docs, 'manual')).map((name) => `manual/${name}`)
  expect([...pictures].sort()).toEqual(there.sort())
  const bytes = there.reduce((sum, name) => sum + statSync(join(docs, name)).size, 0)
  expect(bytes).toBeLessThan(1.5 * 1024 * 1024)
})

test('docs/manual.md: has unique headings, and each link leads to one', () => {
  const anchors = [...text.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) => headingAnchor(heading))
  expect(new Set(anchors).size).toBe(anchors.length)
  const links = [...text.matchAll(/[^!]\[[^\]]+\]\(([^)]+)\)/g)].map(([, href = '']) => href)
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter((href) => !anchors.includes(href.replace('#', '')))).toEqual([])
})

test("'?' of each page: leads to a chapter that exists", () => {
  const anchors = [...text.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) => headingAnchor(heading))
  const links = Object.values(helpChapters).concat('fotos-y-papeles-de-un-registro')
  expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([])
})

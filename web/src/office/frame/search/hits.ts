import type { Caller } from '@flota/contract/access.ts'
import type { Hallado } from '@flota/contract/buscar.ts'
import { type CatalogueName, catalogueNames, catalogues } from '@flota/contract/catalogues.ts'
import { telefono } from '@flota/contract/format.ts'
import { FileSearch, type LucideIcon, MapPinned, SquarePlus } from 'lucide-react'
import type { ComponentType, SVGProps } from 'react'
import type { AnswerOf } from '../../../api/call.ts'
import { plain } from '../../../form/parseInput.ts'
import { mayOpen, pageAt, withId } from '../../../shell/paths.ts'
import { catalogueIcons } from '../icons.ts'
import { ayuda, sections } from '../sections.ts'

/** What is found, and where it leads. */
export interface Hit {
  /** Under which name it stands. */
  group: string
  text: string
  note: string
  href: string
  Icon: ComponentType<SVGProps<SVGSVGElement>>
}

type Found = AnswerOf<'GET /api/buscar'>['data']

const page = (text: string, href: string, Icon: Hit['Icon'], note = ''): Hit => ({
  group: 'Páginas',
  text,
  href,
  Icon,
  note,
})

const allPages: readonly Hit[] = [
  ...[...sections, ayuda].map(({ label, page: href, Icon, about }) => page(label, href, Icon, about)),
  page('Ingresar Ruta', '/ingresar-ruta', SquarePlus),
  ...Object.values(catalogues).map(({ words, screens }) => page(words.create, screens.create, SquarePlus)),
  page('Ingresar Mantenimiento', '/mantenimientos?registro=nuevo', SquarePlus),
  page('Ingresar Anticipo', '/dinero?registro=anticipo', SquarePlus),
  page('Ingresar Gasto', '/dinero?registro=gasto', SquarePlus),
  page('Ingresar Usuario', '/usuarios?usuario=nuevo', SquarePlus),
]

const mayFollow = (session: Caller, href: string) => {
  const found = pageAt(href.replace(/\?.*/, ''))
  return found !== undefined && mayOpen(session, found.page)
}

/** The pages that the user may open, all of whose typed words begin one of theirs. */
export function pagesLike(session: Caller, text: string): Hit[] {
  const words = plain(text).split(' ')
  return allPages.filter(
    (hit) =>
      mayFollow(session, hit.href) && words.every((word) => ` ${plain(hit.text)}`.includes(` ${word}`)),
  )
}

const rutasWith = (text: string) => `/rutas?${new URLSearchParams({ buscar: text })}`

interface Kind {
  name: keyof Found
  group: string
  Icon: LucideIcon
  /** The first that the user may open is taken. */
  ways: readonly ((hit: Hallado) => string)[]
}

const catalogueKind = (name: CatalogueName, ...others: Kind['ways']): Kind => {
  const { words, screens, menu } = catalogues[name]
  const ways = [({ id }: Hallado) => withId(screens.show[0], id), ...others]
  return { name, group: words.title, Icon: catalogueIcons[menu.icon], ways }
}

/** Who may not open one of these is led to its trips. */
const ledToTrips: readonly CatalogueName[] = ['clientes', 'choferes']

const kinds: readonly Kind[] = [
  {
    name: 'rutas',
    group: 'Rutas',
    Icon: MapPinned,
    ways: [
      ({ id }) => withId('/mostrar-ruta/:id', id),
      ({ id }) => withId('/editar-ruta/:id', id),
      ({ texto }) => rutasWith(texto),
    ],
  },
  ...ledToTrips.map((name) => catalogueKind(name, ({ texto }) => rutasWith(texto))),
  // All that the server finds, in the menu's order.
  ...catalogueNames.filter((name) => !ledToTrips.includes(name)).map((name) => catalogueKind(name)),
]

const noteOf = ({ detalle }: Hallado) => detalle.split(' · ').map(telefono).join(' · ')

/** Trips first, then people and trucks; what leads nowhere for this user is left out. */
export const recordsOf = (session: Caller, found: Found): Hit[] =>
  kinds.flatMap(({ name, group, Icon, ways }) =>
    (found[name] ?? []).flatMap((hit): Hit[] => {
      const href = ways.map((way) => way(hit)).find((each) => mayFollow(session, each))
      return href === undefined ? [] : [{ group, text: hit.texto, note: noteOf(hit), href, Icon }]
    }),
  )

/** As many of a kind as an answer has at most. */
const most = 5

/** Without three letters or digits in a row only the newest trips are looked at (docs/contract/general.md). */
const isShort = (text: string) => !(/\d/.test(text) ? /\d{3}/ : /\p{L}{3}/u).test(text)

/** The list of trips, where it may have more than was found. */
export const moreRutas = (session: Caller, text: string, found: Found): Hit[] =>
  mayOpen(session, '/rutas') && (found.rutas?.length === most || isShort(text))
    ? [
        {
          group: 'Más',
          text: `Ver todas las rutas con «${text}»`,
          note: '',
          href: rutasWith(text),
          Icon: FileSearch,
        },
      ]
    : []

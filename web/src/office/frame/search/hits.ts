import type { Caller } from '@flota/contract/core/access.ts'
import { formatTelefono } from '@flota/contract/core/format.ts'
import { type CatalogueName, catalogueNames, catalogues } from '@flota/contract/records/catalogues.ts'
import type { Hallado } from '@flota/contract/system/buscar.ts'
import { FileSearch, History, type LucideIcon, MapPinned, SquarePlus } from 'lucide-react'
import type { ComponentType, SVGProps } from 'react'
import type { AnswerOf } from '../../../api/call.ts'
import { readRecentRecords } from '../../../api/recentRecords.ts'
import type { Session } from '../../../api/session.ts'
import { normalizeText } from '../../../form/parseInput.ts'
import { canOpen, matchPage, withId } from '../../../shell/paths.ts'
import { catalogueIcons } from '../icons.ts'
import { ayudaSection, sections } from '../sections.ts'

export interface Hit {
  group: string
  text: string
  note: string
  href: string
  Icon: ComponentType<SVGProps<SVGSVGElement>>
}

type SearchResult = AnswerOf<'GET /api/buscar'>['data']

const pageHit = (text: string, href: string, Icon: Hit['Icon'], note = ''): Hit => ({
  group: 'Páginas',
  text,
  href,
  Icon,
  note,
})

const allPages: readonly Hit[] = [
  ...[...sections, ayudaSection].map(({ label, page: href, Icon, about }) =>
    pageHit(label, href, Icon, about),
  ),
  pageHit('Ingresar Ruta', '/ingresar-ruta', SquarePlus),
  ...Object.values(catalogues).map(({ words, screens }) => pageHit(words.create, screens.create, SquarePlus)),
  pageHit('Ingresar Mantenimiento', '/mantenimientos?registro=nuevo', SquarePlus),
  pageHit('Ingresar Anticipo', '/dinero?registro=anticipo', SquarePlus),
  pageHit('Ingresar Gasto', '/dinero?registro=gasto', SquarePlus),
  pageHit('Ingresar Usuario', '/usuarios?usuario=nuevo', SquarePlus),
]

const canFollow = (session: Caller, href: string) => {
  const found = matchPage(href.replace(/\?.*/, ''))
  return found !== undefined && canOpen(session, found.page)
}

/** Returns what the user opened last, as far as the user may open it today. */
export const recentHits = (session: Session): Hit[] =>
  readRecentRecords(session.user.id)
    .filter(({ href }) => canFollow(session, href))
    .slice(0, maxRecentHits)
    .map(({ href, title, note = '' }) => ({
      group: 'Lo último que abriste',
      text: title,
      note,
      href,
      Icon: History,
    }))

const maxRecentHits = 6

/** Returns the permitted pages whose title contains a word starting with each typed word. */
export function searchPages(session: Caller, text: string): Hit[] {
  const words = normalizeText(text).split(' ')
  return allPages.filter(
    (hit) =>
      canFollow(session, hit.href) &&
      words.every((word) => ` ${normalizeText(hit.text)}`.includes(` ${word}`)),
  )
}

const rutasSearchHref = (text: string) => `/rutas?${new URLSearchParams({ buscar: text })}`

interface HitKind {
  name: keyof SearchResult
  group: string
  Icon: LucideIcon
  /** The first one that the user may open is used. */
  hrefs: readonly ((hit: Hallado) => string)[]
}

const catalogueKind = (name: CatalogueName, ...others: HitKind['hrefs']): HitKind => {
  const { words, screens, menu } = catalogues[name]
  const ways = [({ id }: Hallado) => withId(screens.show[0], id), ...others]
  return { name, group: words.title, Icon: catalogueIcons[menu.icon], hrefs: ways }
}

/** The catalogues whose records lead to their trips if the user may not open them. */
const kindsWithTripsLink: readonly CatalogueName[] = ['clientes', 'choferes']

const kinds: readonly HitKind[] = [
  {
    name: 'rutas',
    group: 'Rutas',
    Icon: MapPinned,
    hrefs: [
      ({ id }) => withId('/mostrar-ruta/:id', id),
      ({ id }) => withId('/editar-ruta/:id', id),
      ({ texto }) => rutasSearchHref(texto),
    ],
  },
  ...kindsWithTripsLink.map((name) => catalogueKind(name, ({ texto }) => rutasSearchHref(texto))),
  // Includes every type that the server finds, in the menu's order.
  ...catalogueNames.filter((name) => !kindsWithTripsLink.includes(name)).map((name) => catalogueKind(name)),
]

const noteOf = ({ detalle }: Hallado) => detalle.split(' · ').map(formatTelefono).join(' · ')

/** Returns trips first, then people and trucks; omits hits that the user can't open. */
export const recordHits = (session: Caller, found: SearchResult): Hit[] =>
  kinds.flatMap(({ name, group, Icon, hrefs }) =>
    (found[name] ?? []).flatMap((hit): Hit[] => {
      const href = hrefs.map((way) => way(hit)).find((each) => canFollow(session, each))
      return href === undefined ? [] : [{ group, text: hit.texto, note: noteOf(hit), href, Icon }]
    }),
  )

/** Limit of the endpoint. */
const maxHitsPerKind = 5

/** Without three letters or digits in a row the server searches only the newest trips. */
const isTooShortForFullSearch = (text: string) => !(/\d/.test(text) ? /\d{3}/ : /\p{L}{3}/u).test(text)

/** Links to the routes list if it may have more matches. */
export const moreRutasHit = (session: Caller, text: string, found: SearchResult): Hit[] =>
  canOpen(session, '/rutas') && (found.rutas?.length === maxHitsPerKind || isTooShortForFullSearch(text))
    ? [
        {
          group: 'Más',
          text: `Ver todas las rutas con «${text}»`,
          note: '',
          href: rutasSearchHref(text),
          Icon: FileSearch,
        },
      ]
    : []

import { type Access, type Caller, can } from '@flota/contract/access.ts'
import { type Page, pages } from '@flota/contract/pages.ts'
import type { ComponentType, SVGProps } from 'react'

/** All but the login, which knows of no other. */
export type InnerPage = Exclude<Page, '/login'>
const phonePages = ['/', '/piloto-rutas'] as const satisfies InnerPage[]
export type PhonePage = (typeof phonePages)[number]
export type OfficePage = Exclude<InnerPage, PhonePage>

export const isPhonePage = (page: InnerPage): page is PhonePage => phonePages.some((each) => each === page)

export interface ScreenProps {
  /** The address's named parts. */
  params: Record<string, string>
}
export type LoadScreen = () => Promise<ComponentType<ScreenProps>>

export interface Section {
  page: Page
  label: string
  /** One line for newcomers. */
  about: string
  Icon: ComponentType<SVGProps<SVGSVGElement>>
  /** Entries with the same group stand together under its name. */
  group?: string
  /** Shows the entry to fewer people than may open the page. */
  menu?: Access
}

/** Whether a session may open a page; public pages need none. */
export const canOpen = (caller: Caller, page: Page) => {
  const access = pages[page]
  return access === 'public' || can(caller, access)
}

export interface PageMatch {
  page: InnerPage
  params: Record<string, string>
}

const innerPages = (Object.keys(pages) as Page[]).filter((page): page is InnerPage => page !== '/login')
const patterns = innerPages.map((page) => ({
  page,
  // An id is a positive integer: any other address is no page.
  pattern: new RegExp(`^${page.replace(/:(\w+)/g, '(?<$1>[1-9]\\d*)')}$`),
}))

/** The page and params of an address; undefined for an unknown one. */
export function matchPage(path: string): PageMatch | undefined {
  for (const { page, pattern } of patterns) {
    const match = pattern.exec(path)
    if (match) return { page, params: { ...match.groups } }
  }
  return undefined
}

/** `withId('/editar-camiones/:id', 7)` → '/editar-camiones/7'. */
export const withId = (page: `/${string}/:id`, id: number) => page.replace(':id', String(id))

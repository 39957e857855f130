import { type Access, type Caller, can } from '@flota/contract/core/access.ts'
import { type Page, pages } from '@flota/contract/core/pages.ts'
import type { ComponentType, SVGProps } from 'react'

export type InnerPage = Exclude<Page, '/login'>
const phonePages = ['/', '/piloto-rutas'] as const satisfies InnerPage[]
export type PhonePage = (typeof phonePages)[number]
export type OfficePage = Exclude<InnerPage, PhonePage>

export const isPhonePage = (page: InnerPage): page is PhonePage => phonePages.some((each) => each === page)

export interface ScreenProps {
  params: Record<string, string>
}
export type LoadScreen = () => Promise<ComponentType<ScreenProps>>

export interface Section {
  page: Page
  label: string
  about: string
  Icon: ComponentType<SVGProps<SVGSVGElement>>
  /** Heading in the menu. */
  group?: string
  /** Required permission for the menu entry, if stricter than for the page. */
  menu?: Access
}

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
  // An id is a positive integer.
  pattern: new RegExp(`^${page.replace(/:(\w+)/g, '(?<$1>[1-9]\\d*)')}$`),
}))

/** Returns the page and params of an address; undefined for an unknown address. */
export function matchPage(path: string): PageMatch | undefined {
  for (const { page, pattern } of patterns) {
    const match = pattern.exec(path)
    if (match) return { page, params: { ...match.groups } }
  }
  return undefined
}

export const withId = (page: `/${string}/:id`, id: number) => page.replace(':id', String(id))

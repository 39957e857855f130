import { type Access, type Caller, can } from '@flota/contract/access.ts'
import { type Page, pages } from '@flota/contract/pages.ts'
import type { ComponentType, SVGProps } from 'react'

/** A page that stands in the menu. */
export interface Section {
  page: Page
  label: string
  /** One line for whoever has not been there. */
  about: string
  Icon: ComponentType<SVGProps<SVGSVGElement>>
  /** Entries with the same one stand together under it. */
  group?: string
  /** Where fewer people find it in the menu than may open it. */
  menu?: Access
}

/** Whether a session may open a page; a page that is public needs none. */
export const mayOpen = (caller: Caller, page: Page) => {
  const access = pages[page]
  return access === 'public' || can(caller, access)
}

export interface FoundPage {
  page: Page
  params: Record<string, string>
}

const patterns = (Object.keys(pages) as Page[]).map((page) => ({
  page,
  // An id is a positive integer: any other address is no page.
  pattern: new RegExp(`^${page.replace(/:(\w+)/g, '(?<$1>[1-9]\\d*)')}$`),
}))

/** Which page an address is of; undefined when it is none. */
export function pageAt(path: string): FoundPage | undefined {
  for (const { page, pattern } of patterns) {
    const match = pattern.exec(path)
    if (match) return { page, params: { ...match.groups } }
  }
  return undefined
}

/** The address of a page with an id, for a link: `withId('/editar-camiones/:id', 7)`. */
export const withId = (page: `/${string}/:id`, id: number) => page.replace(':id', String(id))

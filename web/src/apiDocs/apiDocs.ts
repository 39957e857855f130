// Search, theme and first curl of GET /api/docs. Without it the page shows all calls (server/src/features/system/docsPage.ts).
// A classic script, because it runs before the first paint.

import './apiDocs.css'

const root = document.documentElement
const darkSystem = matchMedia('(prefers-color-scheme: dark)')

/** Returns a stored value, null if the browser blocks the storage. */
function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Applies the theme that the app stores; without one the system's. */
function applyTheme(theme = readStored('theme')): void {
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  root.dataset.shown = root.dataset.theme ?? (darkSystem.matches ? 'dark' : 'light')
}

const byId = (id: string) => document.getElementById(id)

function setUpTheme(): void {
  const button = byId('tema')
  if (!button) return
  const label = () => {
    const text = root.dataset.shown === 'dark' ? 'Usar tema claro' : 'Usar tema oscuro'
    button.setAttribute('aria-label', text)
    button.title = text
  }
  label()
  button.hidden = false
  darkSystem.addEventListener('change', () => {
    applyTheme()
    label()
  })
  button.addEventListener('click', () => {
    const theme = root.dataset.shown === 'dark' ? 'light' : 'dark'
    applyTheme(theme)
    label()
    try {
      localStorage.setItem('theme', theme)
    } catch {
      // The browser blocks the storage: the theme lasts until the page is closed.
    }
  })
}

/** Text without case and accents. */
const plain = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** Text that the search looks in: heading, description, and names of parameters and fields. */
const searchedText = (details: Element) =>
  plain([...details.querySelectorAll('summary, div > p, th')].map((each) => each.textContent).join(' '))

interface Group {
  section: HTMLElement
  /** Its item in the navigation. */
  item: HTMLElement | null | undefined
  entries: { details: HTMLElement; text: string }[]
}

const findGroups = (): Group[] =>
  [...document.querySelectorAll<HTMLElement>('section[data-grupo]')].map((section) => ({
    section,
    item: document.querySelector(`nav a[href="#${section.querySelector('h2')?.id}"]`)?.parentElement,
    entries: [...section.querySelectorAll('details')].map((details) => ({ details, text: '' })),
  }))

/** Shows the entries of a group that contain all words. @returns how many */
function filterGroup({ section, item, entries }: Group, words: readonly string[]): number {
  let shown = 0
  for (const entry of entries) {
    entry.text ||= searchedText(entry.details)
    entry.details.hidden = !words.every((word) => entry.text.includes(word))
    if (!entry.details.hidden) shown++
  }
  section.hidden = shown === 0
  if (item) item.hidden = shown === 0
  return shown
}

function setUpSearch(): void {
  const input = byId('buscar')
  const count = byId('encontradas')
  if (!(input instanceof HTMLInputElement) || !input.form || !count) return
  const groups = findGroups()
  const search = () => {
    const words = plain(input.value).split(/\s+/).filter(Boolean)
    const found = groups.reduce((sum, group) => sum + filterGroup(group, words), 0)
    const result = found === 0 ? 'Nada coincide.' : found === 1 ? '1 resultado.' : `${found} resultados.`
    count.textContent = words.length > 0 ? result : ''
    for (const each of document.querySelectorAll<HTMLElement>('[data-inicio]')) each.hidden = words.length > 0
  }
  const clear = () => {
    input.value = ''
    search()
  }
  input.form.hidden = false
  input.form.addEventListener('submit', (event) => event.preventDefault())
  input.addEventListener('input', () => {
    search()
    scrollTo(0, 0)
  })
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') clear()
  })
  focusWithSlash(input)
  // The target of a link may be hidden by the search.
  addEventListener('click', ({ target }) => {
    const hash = target instanceof Element ? target.closest('a')?.hash : undefined
    const aim = hash ? byId(decodeURIComponent(hash.slice(1))) : null
    if (aim?.closest('[hidden]')) clear()
  })
  // The browser restores the text when the user goes back.
  if (input.value) search()
}

function focusWithSlash(input: HTMLInputElement): void {
  addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}

function setUpFirstCall(): void {
  const token = byId('token')
  const command = byId('comando')
  const copy = byId('copiar')
  if (!(token instanceof HTMLInputElement) || !command || !copy) return
  const model = command.textContent
  const write = () => {
    // Only characters of tokens, so that nothing else reaches the terminal.
    const value = token.value.replace(/[^\w.~+/=-]/g, '')
    command.textContent = model
      .replace('https://tu-servidor', location.origin)
      .replace('TU_TOKEN', value || 'TU_TOKEN')
    copy.textContent = 'Copiar'
  }
  write()
  token.addEventListener('input', write)
  for (const each of document.querySelectorAll<HTMLElement>('[data-con-script]')) each.hidden = false
  const copyCommand = async () => {
    try {
      await navigator.clipboard.writeText(command.textContent)
      copy.textContent = 'Copiado'
    } catch {
      // Plain http has no clipboard: select the command for Ctrl+C.
      getSelection()?.selectAllChildren(command)
      copy.textContent = 'Seleccionado: oprime Ctrl+C'
    }
  }
  copy.addEventListener('click', () => void copyCommand())
}

applyTheme()
addEventListener('DOMContentLoaded', () => {
  setUpTheme()
  setUpSearch()
  setUpFirstCall()
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lexer, type MarkedToken, type Token } from 'marked'
import type { Plugin } from 'vite'

const manualPath = join(import.meta.dirname, '../docs/manual.md')

/** Chapter that the pilot's phone shows. */
const pilotChapterId = 'para-el-piloto'

/** JavaScript expression that evaluates to a React node. */
type ModuleCode = string

interface Chapter {
  id: string
  title: string
  /** Content below the title. */
  code: ModuleCode
}

/** Returns the anchor that GitHub gives a heading. */
export const headingAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

/** Parses the manual. `pictures` are paths relative to it. */
export function readManual(text: string) {
  const pictures: string[] = []
  const chapters: Chapter[] = []
  for (const token of lexer(text) as MarkedToken[]) {
    // The screen shows its own title.
    if (token.type === 'heading' && token.depth === 1) continue
    if (token.type === 'heading' && token.depth === 2) {
      chapters.push({ id: headingAnchor(token.text), title: token.text, code: '' })
      continue
    }
    const chapter = chapters.at(-1)
    // The text before the first chapter is only for readers of the file.
    if (chapter) chapter.code += renderToken(token, pictures)
  }
  return { chapters, pictures }
}

const element = (tag: string, props: Record<string, unknown>, children: ModuleCode) =>
  `h(${JSON.stringify(tag)}, ${JSON.stringify(props)}, ${children}),`

function renderToken(token: MarkedToken, pictures: string[]): ModuleCode {
  const inside = (tokens: readonly Token[] = []) =>
    (tokens as MarkedToken[]).map((each) => renderToken(each, pictures)).join('')
  switch (token.type) {
    case 'space':
      return ''
    case 'heading':
      return element(`h${token.depth}`, { id: headingAnchor(token.text) }, inside(token.tokens))
    case 'paragraph':
      return token.tokens[0]?.type === 'image' ? inside(token.tokens) : element('p', {}, inside(token.tokens))
    case 'list':
      return element(token.ordered ? 'ol' : 'ul', {}, inside(token.items))
    case 'list_item':
      return element('li', {}, inside(token.tokens))
    case 'text':
      return token.tokens ? inside(token.tokens) : `${JSON.stringify(token.text)},`
    case 'escape':
      return `${JSON.stringify(token.text)},`
    case 'strong':
    case 'em':
      return element(token.type, {}, inside(token.tokens))
    case 'link':
      return element('a', { href: token.href }, inside(token.tokens))
    case 'image': {
      const index = pictures.push(token.href) - 1
      return `h('img', { src: picture${index}, alt: ${JSON.stringify(token.text)}, loading: 'lazy', ...${JSON.stringify(webpSize(token.href))} }),`
    }
    default:
      throw new Error(`web/manualPlugin.ts does not support ${token.type} in docs/manual.md`)
  }
}

/**
 * Returns width and height, which reserve the picture's space before it loads.
 * @throws if the file is not an extended WebP, the format that Chromium writes
 */
function webpSize(href: string) {
  const file = readFileSync(join(manualPath, '..', href))
  if (file.toString('latin1', 8, 16) !== 'WEBPVP8X')
    throw new Error(`${href} is not a WebP of npm run docs:screenshots`)
  return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 }
}

const chapterHeading = ({ id, title }: Chapter) => element('h2', { id }, JSON.stringify(title))

/** Imports only the pictures that the code shows: the pilot's phone must not download the others. */
function manualModule(code: ModuleCode, pictures: readonly string[], chapters: readonly Chapter[] = []) {
  const imports = pictures
    .map((href, index) => ({ name: `picture${index}`, path: join(manualPath, '..', href) }))
    .filter(({ name }) => code.includes(`src: ${name},`))
    .map(({ name, path }) => `import ${name} from ${JSON.stringify(path)}`)
  return [
    "import { createElement as h, Fragment } from 'react'",
    ...imports,
    `export const contents = ${JSON.stringify(chapters.map(({ id, title }) => ({ id, title })))}`,
    `export const manual = h(Fragment, null, ${code})`,
  ].join('\n')
}

/** Provides docs/manual.md as React nodes: the whole manual, and the pilot's chapter. */
export function manualPlugin(): Plugin {
  return {
    name: 'manual',
    resolveId: (id) => (id.startsWith('virtual:manual') ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith('\0virtual:manual')) return null
      this.addWatchFile(manualPath)
      const { chapters, pictures } = readManual(readFileSync(manualPath, 'utf8'))
      const piloto = chapters.find((chapter) => chapter.id === pilotChapterId)
      if (!piloto) throw new Error(`docs/manual.md has no chapter ${pilotChapterId}`)
      if (id.endsWith('/piloto')) return manualModule(piloto.code, pictures)
      const whole = chapters.map((chapter) => chapterHeading(chapter) + chapter.code)
      return manualModule(whole.join('\n'), pictures, chapters)
    },
  }
}

import { logoErrors } from '@flota/contract/system/logo.ts'
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'

const svgNamespace = 'http://www.w3.org/2000/svg'
const htmlNamespace = 'http://www.w3.org/1999/xhtml'

/** SVG elements without script, foreign content, links, animation and external files. */
const drawingElements = new Set(
  `svg g defs symbol use title desc metadata style switch
  path rect circle ellipse line polyline polygon image text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`.split(/\s+/),
)

const maxDepth = 100

const embeddedImage = /^data:image\/(png|jpe?g);base64,[\w+/=\s]*$/i

/** Thrown with the sentence that the user reads. */
class RejectedSvgError extends Error {}

const reject = (found: string): never => {
  throw new RejectedSvgError(`El SVG tiene ${found}, que un logo no puede llevar. Quítalo o elige un PNG.`)
}

const elementNames: Record<string, string> = {
  script: 'un script',
  foreignObject: 'un foreignObject',
  a: 'un enlace',
}

/** Rejects CSS that loads a file. A backslash could hide such a word. */
function checkCss(css: string): void {
  const isExternal =
    /@import|\\|javascript:|expression\s*\(|-moz-binding|image-set\s*\(/i.test(css) ||
    [...css.matchAll(/url\s*\(\s*(['"]?)([^)]*)/gi)].some(([, , address = '']) => !address.startsWith('#'))
  if (isExternal) reject('una referencia externa')
}

function checkAttribute(element: string, { local, uri, value }: SaxesAttributeNS): void {
  const name = local.toLowerCase()
  if (name.startsWith('on')) reject(`un evento (${local})`)
  const isInside = value.trim().startsWith('#') || (element === 'image' && embeddedImage.test(value.trim()))
  if (name === 'href' && !isInside) reject('una referencia externa')
  if (name === 'src' || name === 'base') reject('una referencia externa')
  // An editor's own attribute may hold a Windows path.
  if (uri === '') checkCss(value)
}

function checkElement({ local, uri, attributes }: SaxesTagNS): void {
  if (uri === htmlNamespace) reject('HTML')
  // Editors keep their own data in namespaces that no browser draws.
  if (uri === svgNamespace && !drawingElements.has(local))
    reject(elementNames[local] ?? `un elemento «${local}»`)
  for (const attribute of Object.values(attributes)) {
    if (attribute.prefix !== 'xmlns' && attribute.name !== 'xmlns') checkAttribute(local, attribute)
  }
}

/** Returns why an SVG is refused; undefined if it only draws. Accepts what it knows, not what it doesn't forbid. */
export function findSvgError(svg: string): string | undefined {
  const parser = new SaxesParser({ xmlns: true, position: false })
  const unreadable = () => {
    throw new RejectedSvgError(logoErrors.unreadableSvg)
  }
  const open: string[] = []
  /** Text of the open style element. Comments and CDATA sections divide it into several events. */
  let css = ''
  parser.on('error', unreadable)
  parser.on('doctype', (doctype) => {
    // It can declare entities that expand without limit.
    if (doctype.includes('[')) unreadable()
  })
  parser.on('processinginstruction', () => reject('una referencia externa'))
  parser.on('opentag', (tag) => {
    if (open.length === 0 && (tag.local !== 'svg' || tag.uri !== svgNamespace)) unreadable()
    if (open.at(-1) === 'style') unreadable()
    open.push(tag.local)
    if (open.length > maxDepth) unreadable()
    checkElement(tag)
  })
  parser.on('closetag', () => {
    if (open.pop() === 'style') checkCss(css)
    css = ''
  })
  const readText = (text: string) => {
    if (open.at(-1) === 'style') css += text
  }
  parser.on('text', readText)
  parser.on('cdata', readText)
  try {
    parser.write(svg).close()
  } catch (error) {
    if (error instanceof RejectedSvgError) return error.message
    throw error
  }
  return undefined
}

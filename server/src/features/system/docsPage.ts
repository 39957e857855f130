import type { Json } from '../../platform/http/jsonSchema.ts'
import { type Document, escaped, paragraphs, prose, renderOperation, renderSchema } from './docsOperations.ts'

// The OpenAPI document as a page. Without /api-docs.js and /api-docs.css (web/src/apiDocs/) it shows all calls, but has no search.

const icon = (name: string, path: string) =>
  `<svg class="${name}" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`
const moon = icon('moon', '<path d="M20.9 13.2A9 9 0 1 1 10.8 3.1a7 7 0 0 0 10.1 10.1z"/>')
const sun = icon(
  'sun',
  '<circle cx="12" cy="12" r="4"/><path d="M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4"/>',
)

const header = `<header><a href="/api/docs" aria-label="API, al inicio"><img src="/favicon.svg" alt=""><span>API</span></a>
<form role="search" hidden><input type="search" id="buscar" placeholder="Buscar: una llamada, un campo, un permiso" aria-label="Buscar" autocomplete="off" spellcheck="false"></form>
<button type="button" id="tema" hidden>${moon}${sun}</button></header>`

const firstSteps = `<section id="primeros-pasos" data-inicio><h2>Primeros pasos</h2><ol>
<li>En <a href="/usuarios">Usuarios</a> un administrador crea un usuario de rol usuario solo para el programa, con los permisos que necesita. Para este ejemplo basta <b>Ver rutas</b>.</li>
<li>En el menú de ese usuario elige <b>Programas</b>, escribe un nombre y oprime <b>Crear token</b>. El token se muestra una sola vez: cópialo.</li>
<li>Copia este comando y pégalo en una terminal. Responde las cinco rutas más nuevas.
<label data-con-script hidden>Tu token, que no sale de esta página<input id="token" autocomplete="off" spellcheck="false"></label>
<pre tabindex="0" aria-label="Comando" id="comando">curl -H "Authorization: Bearer TU_TOKEN" "https://tu-servidor/api/rutas?porPagina=5"</pre>
<button type="button" id="copiar" data-con-script hidden>Copiar</button></li></ol>
<ul><li>Un programa puede hacer 600 llamadas por minuto. Después de un 429 espera los segundos de <code>Retry-After</code>.</li>
<li>Un parámetro de la dirección que no existe es 400, y <code>error.campos</code> lo nombra.</li>
<li>Envía cada POST con su propio <code>Idempotency-Key</code>. Si la respuesta se pierde, repítelo igual: se guarda una sola vez.</li>
<li>En PowerShell se escribe <code>curl.exe</code> en lugar de <code>curl</code>.</li></ul></section>`

/** Returns the HTML page of the OpenAPI document. */
export function docsPage(json: Json): string {
  // openApi() is the only source, and openapi.test.ts checks its shape.
  const document = json as unknown as Document
  const { info, tags, paths, components } = document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = tags.map(({ name, description }) => {
    const rendered = operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ method, path, operation }) => renderOperation(document, method, path, operation))
    return `<section data-grupo><h2 id="grupo-${name}">${escaped(name)}</h2><p>${prose(description)}</p>${rendered.join('')}</section>`
  })
  const schemas = Object.entries(components.schemas).map(([name, schema]) => renderSchema(name, schema))
  const links = [...tags.map(({ name }) => [`grupo-${name}`, name]), ['registros', 'Registros']]
  const index = links.map(([id, name]) => `<li><a href="#${id}">${name}</a></li>`).join('')
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>${escaped(info.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script src="/api-docs.js"></script><link rel="stylesheet" href="/api-docs.css"></head>
<body>${header}<div class="columns"><nav aria-label="Grupos"><ul>${index}</ul></nav>
<main><h1>${escaped(info.title)} ${escaped(info.version)}</h1><p id="encontradas" role="status"></p>
<div data-inicio>${paragraphs(info.description)}<p>Para programas, el mismo documento en OpenAPI 3.1: <code>curl</code> a esta dirección. Con * lo que no puede faltar.</p></div>
${firstSteps}
${groups.join('')}<section data-grupo><h2 id="registros">Registros</h2><p>Lo que llevan los cuerpos y las respuestas.</p>${schemas.join('')}</section></main></div></body></html>`
}

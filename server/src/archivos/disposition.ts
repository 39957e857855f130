/** All but what RFC 8187 takes as it is. */
const encoded = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** A picture is shown, all else is saved under its name; whoever reads only ASCII gets `_` for what is none. */
export function disposition({ nombre, tipo_mime }: { nombre: string; tipo_mime: string }): string {
  const kind = tipo_mime.startsWith('image/') ? 'inline' : 'attachment'
  const ascii = nombre.replace(/[^ -~]|["\\]/gu, '_')
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded(nombre)}`
}

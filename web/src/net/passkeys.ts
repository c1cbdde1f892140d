// Passkeys (WebAuthn): creates them and signs in with them.

import { ask } from './api'
import type { Me } from '../wire/rest'
import type { OwnPasskey } from '../wire/people'

/** True if this browser can make passkeys on this page: not over plain http. */
export const canMakePasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window

const bytes = (text: string): ArrayBuffer => {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(plain, (character) => character.charCodeAt(0)).buffer
}

const text = (data: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(data)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The credential in the JSON form the server reads. */
function written(credential: PublicKeyCredential, parts: Record<string, ArrayBuffer | null>): Record<string, unknown> {
  const response = Object.fromEntries(
    Object.entries(parts).flatMap(([name, data]) => (data ? [[name, text(data)]] : [])),
  )
  return { id: credential.id, rawId: text(credential.rawId), type: credential.type, response }
}

/** Makes a passkey for me and registers it with the server; null if the user declined. */
export async function addPasskey(): Promise<OwnPasskey | null> {
  const offer = await ask('POST /api/me/passkeys/challenge', null)
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: bytes(offer.challenge),
    rp: { id: offer.site, name: 'Foretold' },
    user: { id: bytes(offer.user), name: offer.name, displayName: offer.name },
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    excludeCredentials: offer.known.map((id) => ({ type: 'public-key', id: bytes(id) })),
  }
  const made = (await asked(navigator.credentials.create({ publicKey }))) as PublicKeyCredential | null
  if (!made) return null
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse
  const credential = written(made, { clientDataJSON, attestationObject })
  return ask('POST /api/me/passkeys', { challenge: offer.challenge, credential })
}

/** Signs this device in with a passkey; null if the user declined. */
export async function comeBack(kind: 'phone' | 'computer'): Promise<Me | null> {
  const { challenge, site } = await ask('POST /api/passkeys/challenge', null)
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: bytes(challenge),
    rpId: site,
    userVerification: 'preferred',
  }
  const signed = (await asked(navigator.credentials.get({ publicKey }))) as PublicKeyCredential | null
  if (!signed) return null
  const { clientDataJSON, authenticatorData, signature, userHandle } = signed.response as AuthenticatorAssertionResponse
  const credential = written(signed, { clientDataJSON, authenticatorData, signature, userHandle })
  return ask('POST /api/passkeys', { challenge, credential, kind })
}

/** The browser's credential; null if the user declined or took too long, or if this device already has one. */
async function asked(credential: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await credential
  } catch (error) {
    if (error instanceof DOMException) return null
    throw error
  }
}

import type { DeviceCode, DeviceOwner, ResetByLink, ResetLink } from "#contract/access.ts";
import type { User } from "#contract/users.ts";

import { client } from "./client.ts";

export const askForReset = (email: string) => client.post<unknown>("/api/auth/forgot", { email });

export const resetByLink = (body: ResetByLink) => client.post<unknown>("/api/auth/reset", body);

export const makeResetLink = (userId: number) => client.post<ResetLink>(`/api/users/${userId}/reset-link`);

export const makeDeviceCode = () => client.post<DeviceCode>("/api/auth/device");

export const findCodeOwner = (code: string) => client.post<DeviceOwner>("/api/auth/device/look", { code });

export const enterWithCode = (code: string) => client.post<User>("/api/auth/device/use", { code });

export const closeAccount = (password: string, notes: "keep" | "remove") =>
  client.close("/api/profile", { password, notes });

<?php

namespace SimpleSAML\Module\lab;

/** RFC 6238 with SHA-1, six digits and 30 seconds; one step of clock skew either way. */
class OneTimeCode
{
    public static function isValid(string $secret, string $code, int $now): bool
    {
        foreach ([0, -1, 1] as $skew) {
            if (hash_equals(self::at($secret, intdiv($now, 30) + $skew), $code)) {
                return true;
            }
        }
        return false;
    }

    private static function at(string $secret, int $step): string
    {
        $digest = hash_hmac('sha1', pack('J', $step), self::base32($secret), true);
        $number = unpack('N', $digest, ord($digest[19]) & 15)[1] & 0x7fffffff;
        return sprintf('%06d', $number % 1000000);
    }

    private static function base32(string $text): string
    {
        $bits = '';
        foreach (str_split($text) as $letter) {
            $bits .= sprintf('%05b', strpos('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', $letter));
        }
        return implode('', array_map(fn ($byte) => chr(bindec($byte)), str_split(substr($bits, 0, strlen($bits) & ~7), 8)));
    }
}

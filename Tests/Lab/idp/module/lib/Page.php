<?php

namespace SimpleSAML\Module\lab;

/** A plain HTML page, in the shape that identity providers like. */
class Page
{
    public static function text(string $value): string
    {
        return htmlspecialchars($value, ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML5);
    }

    public static function show(string $title, string $body, string $head = ''): void
    {
        header('Content-Type: text/html; charset=UTF-8');
        header('Cache-Control: no-store');
        echo '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>' . self::text($title) . '</title>'
            . $head . '</head><body><h1>' . self::text($title) . '</h1>' . $body . '</body></html>';
    }

    public static function alert(?string $message): string
    {
        return $message === null ? '' : '<p class="error" role="alert">' . self::text($message) . '</p>';
    }

    public static function hidden(string $name, string $value): string
    {
        return '<input type="hidden" name="' . self::text($name) . '" value="' . self::text($value) . '">';
    }
}
